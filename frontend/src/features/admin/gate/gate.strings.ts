import { isolated } from "@sakhi/domain/fields/isolation";

/** "1 stall", "70 stalls". */
const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

/** Texts of the gate's page and of its view in the dashboard. */
export const strings = {
  title: "Gate",
  lead: (event: string, dates: string, gate: string) =>
    [isolated(event), dates, ...(gate === "" ? [] : [isolated(gate)])].join(", "),
  checking: "Checking your session",
  unreachable: "We could not find out whether you are logged in.",
  loading: "Reading the list",
  failed: "The list could not be read. It needs the network once; afterwards this page works without it.",
  again: "Try again",
  viewer: "Your role does not include letting holders in.",
  chooseEvent: "Open the gate from the dashboard, where you choose its event.",
  toDashboard: "To the dashboard",
  otherAccount: (name: string, ticks: number) =>
    `${count(ticks, "arrival")} of ${isolated(name)} wait on this phone. Log in as ${isolated(name)} to send them.`,
  logout: "Log out",
  loggingOut: "Logging out...",
  logoutFailed: "You are still logged in, because there is no network. The names are gone from this phone.",
  leave: {
    title: "Log out and lose arrivals?",
    text: (waiting: number) =>
      `${count(waiting, "arrival")} on this phone ${waiting === 1 ? "is" : "are"} not sent yet. Who logs out now loses ${waiting === 1 ? "it" : "them"}.`,
    confirm: "Log out and lose them",
    stay: "Stay and send them",
  },
  state: {
    in: (arrived: number, all: number) => `${arrived} of ${count(all, "stall")} in`,
    online: "Online",
    offline: (time: string) => `No network. List of ${time}`,
    waits: (waiting: number) => `${waiting} to send`,
    otherDay: "Today is none of the gate's days",
  },
  scan: "Scan a ticket",
  camera: {
    label: "Picture of the camera",
    starting: "Starting the camera",
    hint: "Hold the ticket's code before the camera.",
    refused: "The camera is not allowed here. Allow it in the browser's settings, or find her by her stall or name.",
    inUse: "Another app uses the camera. Close it, or find her by her stall or name.",
    none: "This browser has no camera for us. Find her by her stall or name.",
    close: "Close the camera",
  },
  find: "Find by stall, name, last digits of the phone, or order",
  findPlaceholder: "B12",
  nobody: "Nobody is found. Try the stall's number.",
  found: "Found",
  more: (left: number) => `${left} more. Type some more letters.`,
  chips: { in: "in", out: "not in yet", papers: "papers missing", waits: "to send" },
  answers: {
    right: "Come in",
    already: "Already in",
    papers: "Papers missing",
    moved: "Another stall now",
    cancelled: "Cancelled",
    other_day: "Another day",
    other_event: "Another event",
    unknown: "No ticket of ours",
  },
  texts: {
    right: "She is in. Her arrival is recorded.",
    found: "Is it her? Then let her in.",
    already: (time: string, by: string) => `In since ${time}, let in by ${isolated(by)}.`,
    papers: (papers: string) => `Missing: ${papers} (whether she may come in is the operators' rule)`,
    moved: (stallId: string) =>
      `This ticket is from before her move. Her stall is ${stallId} now; her new ticket is in her mail and in My booking.`,
    cancelled: "This booking was cancelled. Ask an operator.",
    other_day: (days: string) => `The gate is open on ${days}.`,
    other_event: "This ticket is for another event.",
    unknown:
      "This code is no ticket for the gate. The page of a booking is none: ask for the mail with the ticket, or for My booking.",
    unconfirmed: "Not confirmed: there is no network now.",
    undone: "Undone. She is not in.",
  },
  setup: {
    early: (time: string) => `Sets up ${time}: her time has not come yet`,
    now: (time: string) => `Sets up ${time}`,
    late: (time: string) => `Sets up ${time}: her time is over`,
  },
  letIn: "Let in",
  letInAnyway: "Let in all the same",
  undo: "Undo",
  next: "Next",
  notices: "To know",
  noticeTwice: (stallId: string, first: boolean, time: string, by: string) =>
    first
      ? `${stallId} was let in twice. Yours was first; ${isolated(by)} let in the same at ${time}.`
      : `${stallId} was let in twice. ${isolated(by)} was first, at ${time}; yours does not count.`,
  noticeMoved: (stallId: string, to: string) => `${stallId} had moved when you let it in. Its stall is ${to} now.`,
  noticeRefused: {
    cancelled: (stallId: string) =>
      `${stallId} was cancelled before you let it in. It is not recorded: ask an operator.`,
    other_day: (stallId: string) => `${stallId} was let in on a day that is none of the event's. It is not recorded.`,
    unknown: (stallId: string) => `${stallId} is no booking of this event. It is not recorded.`,
  },
  seen: "Seen",
  list: (left: number) => `Not in yet (${left})`,
  view: {
    title: "At the gate",
    lead: "Who came, as the people at the gate ticked it. A holder who was never seen, once the event has started, is a no-show.",
    open: "Open the gate's page",
    invite:
      "People at the gate have accounts of their own, for this event only: invite them under Account, with the role Gate.",
    loading: "Reading the arrivals",
    failed: "The arrivals could not be read.",
    sold: "Stalls sold",
    arrived: "Came",
    noShows: "No-shows",
    day: (day: string, arrived: number) => `${day}: ${count(arrived, "arrival")}`,
    nobodyYet: "Nobody yet",
    hours: "Arrivals per hour",
    hour: "Hour",
    perHour: (hour: number, arrived: number) => `${String(hour).padStart(2, "0")}:00, ${arrived}`,
    table: "Sold stalls and their arrivals",
    columns: { stall: "Stall", brand: "Brand", name: "Name", arrivals: "Came", papers: "Papers" },
    noShow: "No-show",
    notYet: "Not yet",
    missing: (papers: number) => `${papers} missing`,
    complete: "complete",
    arrival: (day: string, time: string, by: string) => `${day}, ${time} (${isolated(by)})`,
    only: "Show",
    filters: { all: "Everyone", noShow: "No-shows", came: "Who came" },
    empty: "No stall of this event is sold yet.",
    export: "Download arrivals (CSV)",
    exporting: "Preparing...",
    exported: (file: string) => ({ title: "Downloaded", description: file }),
    exportFailed: { title: "Not downloaded", description: "The file could not be made. Please try again." },
  },
} as const;
