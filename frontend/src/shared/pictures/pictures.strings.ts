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
  checking: "Being checked...",
} as const;
