import type { BrandState, HighlightKind, ShowcaseKind } from "@sakhi/domain/brands/curation.rules";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-site";

const { home, events } = messages;

/** Texts of what the site shows: home page, past events and awards. */
export const strings = {
  home: {
    ...home,
    kinds: home.kinds satisfies Record<HighlightKind, string>,
    states: home.states satisfies Record<BrandState, string>,
    shownOf: (shown: number) => home.shownOf({ shown }),
    changeLabel: (list: string) => home.changeLabel({ list: list.toLowerCase() }),
    dialogTitle: (list: string) => home.dialogTitle({ list: list.toLowerCase() }),
    list: (list: string) => home.list({ list }),
    addLabel: (name: string) => home.addLabel({ name: isolated(name) }),
    done: (list: string) => home.done({ list }),
    of: (product: string, brand: string) => home.of({ product: isolated(product), brand: isolated(brand) }),
  },
  events: {
    ...events,
    kinds: events.kinds satisfies Record<ShowcaseKind, string>,
    changeLabel: (title: string) => events.changeLabel({ title: isolated(title) }),
    removeLabel: (title: string) => events.removeLabel({ title: isolated(title) }),
    undoLabel: (title: string) => events.undoLabel({ title: isolated(title) }),
    changeTitle: (title: string) => events.changeTitle({ title: isolated(title) }),
    removeTitle: (title: string) => events.removeTitle({ title: isolated(title) }),
    restoreTitle: (title: string) => events.restoreTitle({ title: isolated(title) }),
    added: (title: string) => events.added({ title: isolated(title) }),
    done: (title: string) => events.done({ title: isolated(title) }),
    isRemoved: (title: string) => events.isRemoved({ title: isolated(title) }),
    isRestored: (title: string) => events.isRestored({ title: isolated(title) }),
  },
} as const;
