import { expect, it } from "@jest/globals";
import { findEntries } from "./gate.search.js";

const entry = (stallId: string, brand: string, name: string, phoneEnd: string, orderEnd: string) => ({
  ...{ stallId, brand, name, phoneEnd, orderEnd },
});
const ENTRIES = [
  entry("A1", "Meera Pottery", "Meera Iyer", "0001", "t0001x"),
  entry("A12", "", "Zoë de Souza", "4321", "t0002x"),
  entry("B7", "मीरा की मिट्टी", "Lata Rao", "7777", "t0003x"),
];

it.each([
  ["", []],
  ["  ", []],
  ["a1", ["A1", "A12"]],
  ["A-12", ["A12"]],
  ["a", ["A1", "A12"]],
  ["meera", ["A1"]],
  ["pottery meera", ["A1"]],
  ["iyer", ["A1"]],
  ["zoe", ["A12"]],
  ["souza", ["A12"]],
  ["eera", []],
  ["मीरा", ["B7"]],
  ["rao", ["B7"]],
  ["4321", ["A12"]],
  ["+91 98765 44321", ["A12"]],
  ["321", []],
  ["MELA1763712000000t0003x", ["B7"]],
  ["0003x", ["B7"]],
  ["nobody", []],
])("%j finds %j", (text, stalls) => {
  expect(findEntries(ENTRIES, text).map(({ stallId }) => stallId)).toEqual(stalls);
});
