import { expect, test } from "@jest/globals";
import { linesOf } from "./share-card";

// One px a character.
const lines = (text: string, width: number, most: number) => linesOf(text, width, most, ({ length }) => length);

test.each([
  ["", 10, 2, []],
  ["Mango pickle", 20, 2, ["Mango pickle"]],
  ["Mango  pickle\nfrom Mysuru", 12, 3, ["Mango pickle", "from Mysuru"]],
  ["Mango pickle from Mysuru", 12, 1, ["Mango pickle…"]],
  ["Annapurneshwari's pickles", 5, 3, ["Annapurneshwari's", "pickles"]],
  ["a b c d e", 1, 2, ["a", "b…"]],
])("the lines of %j in %i px, at most %i", (text, width, most, expected) => {
  expect(lines(text, width, most)).toEqual(expected);
});
