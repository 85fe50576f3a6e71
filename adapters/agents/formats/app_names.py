"""The apps that Open-AutoGLM knows: names and packages, compared as its program compares them. Pure.

The names and packages are those of `phone_agent/config/apps.py` in https://github.com/zai-org/Open-AutoGLM as first
published, whose licence is Apache-2.0 (Copyright 2025 Zhipu AI). They are facts, mistakes such as `com.sdu.did.psnger`
included, and are written here by package, in the order in which the packages first appear there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

HOME: Final = "System Home"
"""What the program calls every app that is not in its table, and the home screen."""

APPS: Final[Mapping[str, tuple[str, ...]]] = {
    "com.tencent.mm": ("微信", "WeChat", "wechat"),
    "com.tencent.mobileqq": ("QQ",),
    "com.sina.weibo": ("微博",),
    "com.taobao.taobao": ("淘宝", "淘宝闪购"),
    "com.jingdong.app.mall": ("京东", "京东秒送"),
    "com.xunmeng.pinduoduo": ("拼多多",),
    "com.xingin.xhs": ("小红书",),
    "com.douban.frodo": ("豆瓣",),
    "com.zhihu.android": ("知乎",),
    "com.autonavi.minimap": ("高德地图",),
    "com.baidu.BaiduMap": ("百度地图",),
    "com.sankuai.meituan": ("美团",),
    "com.dianping.v1": ("大众点评",),
    "me.ele": ("饿了么",),
    "com.yek.android.kfc.activitys": ("肯德基",),
    "ctrip.android.view": ("携程",),
    "com.MobileTicket": ("铁路12306", "12306"),
    "com.Qunar": ("去哪儿", "去哪儿旅行"),
    "com.sdu.did.psnger": ("滴滴出行",),
    "tv.danmaku.bili": ("bilibili",),
    "com.ss.android.ugc.aweme": ("抖音",),
    "com.smile.gifmaker": ("快手",),
    "com.tencent.qqlive": ("腾讯视频",),
    "com.qiyi.video": ("爱奇艺",),
    "com.youku.phone": ("优酷视频",),
    "com.hunantv.imgo.activity": ("芒果TV",),
    "com.phoenix.read": ("红果短剧",),
    "com.netease.cloudmusic": ("网易云音乐",),
    "com.tencent.qqmusic": ("QQ音乐",),
    "com.luna.music": ("汽水音乐",),
    "com.ximalaya.ting.android": ("喜马拉雅",),
    "com.dragon.read": ("番茄小说", "番茄免费小说"),
    "com.kmxs.reader": ("七猫免费小说",),
    "com.ss.android.lark": ("飞书",),
    "com.tencent.androidqqmail": ("QQ邮箱",),
    "com.larus.nova": ("豆包",),
    "com.gotokeep.keep": ("keep",),
    "com.lingan.seeyou": ("美柚",),
    "com.tencent.news": ("腾讯新闻",),
    "com.ss.android.article.news": ("今日头条",),
    "com.lianjia.beike": ("贝壳找房",),
    "com.anjuke.android.app": ("安居客",),
    "com.hexin.plat.android": ("同花顺",),
    "com.miHoYo.hkrpg": ("星穹铁道", "崩坏：星穹铁道"),
    "com.papegames.lysk.cn": ("恋与深空",),
    "com.android.settings": (
        "AndroidSystemSettings", "Android System Settings", "Android  System Settings", "Android-System-Settings",
        "Settings",
    ),
    "com.android.soundrecorder": ("AudioRecorder", "audiorecorder"),
    "com.rammigsoftware.bluecoins": ("Bluecoins", "bluecoins"),
    "com.flauschcode.broccoli": ("Broccoli", "broccoli"),
    "com.booking": ("Booking.com", "Booking", "booking.com", "booking", "BOOKING.COM"),
    "com.android.chrome": ("Chrome", "chrome", "Google Chrome"),
    "com.android.deskclock": ("Clock", "clock"),
    "com.android.contacts": ("Contacts", "contacts"),
    "com.duolingo": ("Duolingo", "duolingo"),
    "com.expedia.bookings": ("Expedia", "expedia"),
    "com.android.fileexplorer": ("Files", "files", "File Manager", "file manager"),
    "com.google.android.gm": ("gmail", "Gmail", "GoogleMail", "Google Mail"),
    "com.google.android.apps.nbu.files": ("GoogleFiles", "googlefiles", "FilesbyGoogle"),
    "com.google.android.calendar": (
        "GoogleCalendar", "Google-Calendar", "Google Calendar", "google-calendar", "google calendar",
    ),
    "com.google.android.apps.dynamite": ("GoogleChat", "Google Chat", "Google-Chat"),
    "com.google.android.deskclock": ("GoogleClock", "Google Clock", "Google-Clock"),
    "com.google.android.contacts": (
        "GoogleContacts", "Google-Contacts", "Google Contacts", "google-contacts", "google contacts",
    ),
    "com.google.android.apps.docs.editors.docs": ("GoogleDocs", "Google Docs", "googledocs", "google docs"),
    "com.google.android.apps.docs": (
        "Google Drive", "Google-Drive", "google drive", "google-drive", "GoogleDrive", "Googledrive", "googledrive",
    ),
    "com.google.android.apps.fitness": ("GoogleFit", "googlefit"),
    "com.google.android.keep": ("GoogleKeep", "googlekeep"),
    "com.google.android.apps.maps": ("GoogleMaps", "Google Maps", "googlemaps", "google maps"),
    "com.google.android.apps.books": (
        "Google Play Books", "Google-Play-Books", "google play books", "google-play-books", "GooglePlayBooks",
        "googleplaybooks",
    ),
    "com.android.vending": ("GooglePlayStore", "Google Play Store", "Google-Play-Store"),
    "com.google.android.apps.docs.editors.slides": ("GoogleSlides", "Google Slides", "Google-Slides"),
    "com.google.android.apps.tasks": ("GoogleTasks", "Google Tasks", "Google-Tasks"),
    "net.cozic.joplin": ("Joplin", "joplin"),
    "com.mcdonalds.app": ("McDonald", "mcdonald"),
    "net.osmand": ("Osmand", "osmand"),
    "com.Project100Pi.themusicplayer": ("PiMusicPlayer", "pimusicplayer"),
    "com.quora.android": ("Quora", "quora"),
    "com.reddit.frontpage": ("Reddit", "reddit"),
    "code.name.monkey.retromusic": ("RetroMusic", "retromusic"),
    "com.scientificcalculatorplus.simplecalculator.basiccalculator.mathcalc": ("SimpleCalendarPro",),
    "com.simplemobiletools.smsmessenger": ("SimpleSMSMessenger",),
    "org.telegram.messenger": ("Telegram",),
    "com.einnovation.temu": ("temu", "Temu"),
    "com.zhiliaoapp.musically": ("Tiktok", "tiktok"),
    "com.twitter.android": ("Twitter", "twitter", "X"),
    "org.videolan.vlc": ("VLC",),
    "com.whatsapp": ("Whatsapp", "WhatsApp"),
}  # fmt: skip
_PACKAGES: Final = {name: package for package, names in APPS.items() for name in names}


def package_of(name: str) -> str | None:
    """The package that the program starts for a name, letter by letter the same; None if it knows no such app."""
    return _PACKAGES.get(name)


def current_app(dumped: str) -> str:
    """The app in front by `dumpsys window`, as the program names it.

    In the lines on the focus it looks for the packages one after the other, anywhere in the line, and takes the first
    name of the first one it finds.
    """
    for line in dumped.split("\n"):
        if "mCurrentFocus" in line or "mFocusedApp" in line:
            for package, names in APPS.items():
                if package in line:
                    return names[0]
    return HOME
