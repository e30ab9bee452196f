import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/gate";

const { leave, state, texts, noticeTwice, noticeRefused } = messages;

/** Texts of the gate's page. */
export const strings = {
  ...messages,
  lead: (event: string, dates: string, gate: string) =>
    [isolated(event), dates, ...(gate === "" ? [] : [isolated(gate)])].join(", "),
  otherAccount: (name: string, ticks: number) => messages.otherAccount({ name: isolated(name), ticks }),
  leave: { ...leave, text: (waiting: number) => leave.text({ waiting }) },
  state: {
    ...state,
    in: (arrived: number, all: number) => state.in({ arrived, all }),
    offline: (time: string) => state.offline({ time }),
    waits: (waiting: number) => state.waits({ waiting }),
  },
  findPlaceholder: "B12",
  more: (left: number) => messages.more({ left }),
  texts: {
    ...texts,
    already: (time: string, by: string) => texts.already({ time, by: isolated(by) }),
    papers: (papers: string) => texts.papers({ papers }),
    moved: (stallId: string) => texts.moved({ stallId }),
    other_day: (days: string) => texts.other_day({ days }),
  },
  setup: {
    early: (time: string) => messages.setup.early({ time }),
    now: (time: string) => messages.setup.now({ time }),
    late: (time: string) => messages.setup.late({ time }),
  },
  noticeTwice: (stallId: string, first: boolean, time: string, by: string) =>
    noticeTwice[first ? "first" : "second"]({ stallId, time, by: isolated(by) }),
  noticeMoved: (stallId: string, to: string) => messages.noticeMoved({ stallId, to }),
  noticeRefused: {
    cancelled: (stallId: string) => noticeRefused.cancelled({ stallId }),
    other_day: (stallId: string) => noticeRefused.other_day({ stallId }),
    unknown: (stallId: string) => noticeRefused.unknown({ stallId }),
  },
  list: (left: number) => messages.list({ left }),
} as const;
