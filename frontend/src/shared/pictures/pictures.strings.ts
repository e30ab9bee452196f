import { isolated } from "@sakhi/domain/fields/isolation";

/** Texts of the pictures of a place. */
export const strings = {
  earlier: (at: number) => `Move picture ${at} earlier`,
  later: (at: number) => `Move picture ${at} later`,
  remove: (at: number) => `Remove picture ${at}`,
  moved: (name: string, place: number, of: number) => `${isolated(name)} is now ${place} of ${of}`,
  removed: (name: string) => `${isolated(name)} is removed`,
  altOf: (at: number) => `Picture ${at} in words`,
  tooMany: (room: number) =>
    room === 0
      ? "No more pictures fit here. Please remove one first."
      : `Only ${room} more ${room === 1 ? "picture fits" : "pictures fit"} here: the others were not added.`,
  choose: "Choose pictures",
  chooseOne: "Choose a picture",
  frames: { phone: "On a phone", computer: "On a computer", card: "On its card", page: "Large, on its page" },
  frame: "Choose what is seen",
  frameOf: (name: string) => `What is seen of ${isolated(name)}`,
  frameHelp:
    "Press on the picture, or drag the mark, to what must be seen: it stays in view wherever the picture is cut.",
  leftToRight: "Left to right",
  topToBottom: "Top to bottom",
  directionOf: (direction: string, name: string) => `${direction}: ${isolated(name)}`,
  fromLeft: (percent: number) => `${percent} % from the left`,
  fromTop: (percent: number) => `${percent} % from the top`,
  middle: "Back to the middle",
  checking: "Being checked...",
} as const;
