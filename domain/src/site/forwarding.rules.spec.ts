import { expect, it } from "@jest/globals";
import { forwardingProblem } from "./forwarding.rules.js";

const NOTHING = { requests: 1000, forwarded: 1000, otherHops: 0, ofOneNetwork: 100, visitorsOfOneNetwork: 20 };

it.each([
  ["all is right", {}, true, undefined],
  ["no proxy, and none is trusted", { forwarded: 0 }, false, undefined],
  ["a proxy that is not trusted", {}, false, "not_used"],
  ["one client invents the header", { forwarded: 400 }, false, undefined],
  ["a second proxy", { otherHops: 1000 }, true, "other_hops"],
  ["one client adds addresses", { otherHops: 300 }, true, undefined],
  ["everyone has one address", { ofOneNetwork: 990, visitorsOfOneNetwork: 300 }, true, "one_address"],
  ["an office", { ofOneNetwork: 990, visitorsOfOneNetwork: 40 }, true, undefined],
  ["a mobile operator among others", { ofOneNetwork: 600, visitorsOfOneNetwork: 300 }, true, undefined],
  ["a few requests", { requests: 50, otherHops: 50 }, true, undefined],
] as const)("%s", (_, changes, trusted, problem) => {
  expect(forwardingProblem({ ...NOTHING, ...changes }, trusted)).toBe(problem);
});
