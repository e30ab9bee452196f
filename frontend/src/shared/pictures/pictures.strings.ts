import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/pictures";

/** Texts of the pictures of a place. */
export const strings = {
  ...messages,
  earlier: (at: number) => messages.earlier({ number: at }),
  later: (at: number) => messages.later({ number: at }),
  remove: (at: number) => messages.remove({ number: at }),
  moved: (name: string, place: number, total: number) => messages.moved({ picture: isolated(name), place, total }),
  removed: (name: string) => messages.removed({ picture: isolated(name) }),
  altOf: (at: number) => messages.altOf({ number: at }),
  tooMany: (room: number) => messages.tooMany({ room }),
  frameOf: (name: string) => messages.frameOf({ picture: isolated(name) }),
  directionOf: (direction: string, name: string) => messages.directionOf({ direction, picture: isolated(name) }),
  fromLeft: (percent: number) => messages.fromLeft({ percent }),
  fromTop: (percent: number) => messages.fromTop({ percent }),
} as const;
