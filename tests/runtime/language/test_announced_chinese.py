"""Actions announced in Chinese thoughts, against one screen."""

from __future__ import annotations

import pytest

from runtime.core.actions import AskUser, Finish, Key, Launch, LongPress, Swipe, Tap, Type, Wait
from runtime.language.announced import Announced, Element, find_announced_action

SIZE = (1080, 2400)
SCREEN = (
    Element("搜索", (800, 100, 1000, 200)),
    Element("搜索栏", (100, 100, 700, 200)),
    Element("查找记录", (0, 200, 1080, 300)),
    Element("地图", (100, 900, 300, 1100)),
    Element("音乐", (400, 900, 600, 1100)),
    Element("确定", (600, 2000, 900, 2100)),
    Element("取消", (200, 2000, 500, 2100)),
    Element("中杯", (0, 400, 1080, 500)),
    Element("大杯", (0, 500, 1080, 600)),
    Element("加入购物车", (0, 2320, 500, 2400)),
)
LABELS = [element.label for element in SCREEN]
UP = Swipe(540, 1680, 540, 720, 500)


def announced_action(thought: str) -> Announced:
    """Return the action announced for the screen above."""
    return find_announced_action(thought, SCREEN, SIZE)


@pytest.mark.parametrize(
    ("thought", "label"),
    [
        ("任务目标是把视频转给同事，需要查看当前聊天以找到它。点击查找记录选项进入详细界面。", "查找记录"),
        ("在主界面，点击搜索栏输入关键词以查找目的地。", "搜索栏"),
        ("已经在搜索框中输入了“公园”。点击搜索按钮以确认输入并开始搜索。", "搜索"),
        ("桌面上有音乐应用图标，点击以打开应用。", "音乐"),
        ("要开始导航，第一步当然是打开软件。我现在就点击这个地图的图标。", "地图"),
        ("现在只需要点击右边的搜索按钮，就能看到相关商品了。让我们开始吧！", "搜索"),
        ("不要点击取消，应该点击确定", "确定"),
        ("先点击搜索栏，然后输入“披萨”", "搜索栏"),
        ("我先点击「大杯」看看。", "大杯"),
        ("点击加入购物车", "加入购物车"),
        ('看到底部有几个按钮，其中"确定"按钮正是我需要的。点击它就能搜索。让我点击这个按钮来完成搜索。', "确定"),
        ("列表里有“查找记录”。既然要看，那就点击这个条目吧。", "查找记录"),
    ],
)
def test_a_touch_is_of_the_element_that_is_named_in_chinese(thought, label):
    """A tap announced in Chinese targets the centre of the named element."""
    found = announced_action(thought)
    left, top, right, bottom = SCREEN[LABELS.index(label)].bounds
    assert found == Announced(Tap((left + right) // 2, (top + bottom) // 2), "", LABELS.index(label))


@pytest.mark.parametrize(
    ("thought", "action"),
    [
        ("看来需要继续往下翻页，我准备用手指在屏幕上向上滑动，看看下面还有什么。", UP),
        ("榜单应该在下面。让我继续往下滚动页面，看看能不能找到。", UP),
        ("向上滑动查看更多内容", UP),
        ("长按中杯", LongPress(540, 450)),
        ("在输入框中输入“你好”", Type("你好")),
        ("输入高新区并搜索", Type("高新区")),
        ("打开音乐应用", Launch("音乐")),
        ("按返回键回到上一页", Key("BACK")),
        ("返回上一页", Key("BACK")),
        ("返回桌面", Key("HOME")),
        ("等待页面加载", Wait()),
        ("等待3秒", Wait(3000)),
        ("任务已经完成。", Finish()),
        ("任务已完成，无需进一步操作", Finish()),
        ("任务无法完成", Finish(status="infeasible")),
        ("需要询问用户要大杯还是中杯", AskUser("要大杯还是中杯？")),
        ("请问您要大杯还是中杯？", AskUser("请问您要大杯还是中杯？")),
        ("点击坐标(540, 1200)", Tap(540, 1200)),
    ],
)
def test_other_actions_are_read_as_what_they_are_in_chinese(thought, action):
    """Swipes, typing and other actions announced in Chinese are recognized."""
    assert announced_action(thought).action == action


@pytest.mark.parametrize(
    "thought",
    [
        "屏幕下方显示了键盘，表明正在等待输入。",
        "向下滑动查看更多内容",
        "如果没有找到，就点击取消",
        "点击后会进入详情页",
        "可以点击确定，也可以点击取消。",
        "已经点击了确定",
        "选择一个店查看详细信息。",
        "任务还没有完成",
        "用户想要点击确定",
        "点击保存",
        "为了开始搜索公园，我得先点击这个图标。",
        "需要在搜索框内输入目的地以获取路线。",
    ],
)
def test_a_doubt_is_no_action_in_chinese(thought):
    """Hypothetical, past or unclear Chinese actions give no action, with a reason."""
    found = announced_action(thought)
    assert found.action is None
    assert found.why
