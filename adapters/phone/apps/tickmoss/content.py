"""What a task and a list are, and those that Tickmoss has at first, read from tasks.yaml."""

from adapters.phone.framework.content import content, read_content

PRIORITIES = ("None", "Low", "Medium", "High")
REPEATS = ("Never", "Every day", "Every weekday", "Every week", "Every month", "Every year")
REMINDERS = ("None", "At the due time", "10 minutes before", "1 hour before", "1 day before")
INBOX = "Inbox"
COLORS = {
    "Indigo": "#4455C7",
    "Teal": "#00796B",
    "Amber": "#C77700",
    "Rose": "#B3326B",
    "Moss": "#5B7F2B",
    "Plum": "#7A3E9D",
    "Slate": "#546478",
}


@content
class Step:
    """A subtask."""

    title: str
    done: bool = False


@content
class Task:
    """Something to do. `day` is `2026-11-19` or empty, `time` is `15:30` or empty, `finished` as `2026-11-17T08:12`."""

    id: str
    title: str
    day: str = ""
    time: str = ""
    list: str = INBOX
    priority: str = PRIORITIES[0]
    repeat: str = REPEATS[0]
    reminder: str = REMINDERS[0]
    notes: str = ""
    steps: tuple[Step, ...] = ()
    done: bool = False
    finished: str = ""


@content
class Folder:
    """A list of tasks; `color` is a name of `COLORS`."""

    name: str
    color: str


@content
class Content:
    """Everything that is there at first."""

    folders: tuple[Folder, ...]
    tasks: tuple[Task, ...]
    recent_searches: tuple[str, ...]


CONTENT = read_content(__package__, "tasks.yaml", Content)
