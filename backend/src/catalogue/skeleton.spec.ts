import { expect, it } from "@jest/globals";
import { skeletonOf } from "./skeleton.js";

it.each([
  ["Baans Basti", "B\u0430ans Basti"],
  ["Baans Basti", "BAANS BASTI"],
  ["Baans Basti", "Baans-Basti"],
  ["Baans Basti", "BaansBasti"],
  ["Baans Basti", "Baans Bastl"],
  ["Baans Basti", "Baans Bast1"],
  ["Baans Basti", "Bāāns Basti"],
  ["Baans Basti", "Baa\u200Bns Basti\u2060"],
  ["Omkar", "0mkar"],
  ["Amma", "Arnma"],
  ["Ɑsha", "asha"],
])("%j looks like %j", (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other));
});

it.each([
  ["Baans Basti", "Baans Bastar"],
  ["आशा", "ऊषा"],
  ["कमला", "कमली"],
  ["Kamala", "Kamla"],
])("%j does not look like %j", (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
});
