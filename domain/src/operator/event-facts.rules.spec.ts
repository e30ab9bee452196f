import { describe, expect, it } from "@jest/globals";
import {
  gstinProblem,
  mapLinkProblem,
  readMapLink,
  readState,
  salesProblem,
  stateProblem,
} from "./event-facts.rules.js";

describe("other event facts", () => {
  const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 1, 10, minute));

  it.each([
    [stateProblem("29"), undefined],
    [stateProblem("98"), "There is no state with the GST code 98"],
    [stateProblem(""), "Please choose the state of the venue"],
    [stateProblem("Rajastan"), "“Rajastan” is not the name of a state or its GST code, e.g. Karnataka or 29"],
    [gstinProblem("27AAPFU0939F1ZV"), undefined],
    [gstinProblem("27AAPFU0939F1ZX"), expect.stringMatching(/check digit/)],
    [salesProblem(at(0), at(1)), undefined],
    [salesProblem(null, at(1)), undefined],
    [salesProblem(at(1), null), undefined],
    [salesProblem(at(1), at(1)), "Sales must close after they open"],
  ])("report the problem %s, expected %s", (problem, expected) => {
    expect(problem).toEqual(expected);
  });
});

it.each([
  ["29", "29"],
  ["8", "08"],
  ["०८", "08"],
  [" Rajasthan\u200B", "08"],
  ["rajasthan", "08"],
  ["Orissa", "21"],
  ["TN", "33"],
  ["Jammu & Kashmir", "01"],
  ["Other Territory", "97"],
  ["Raj", "Raj"],
])("the state %j is read as %s", (typed, code) => {
  expect(readState(typed)).toBe(code);
});

const LONG = `https://www.google.com/maps/place/St.+Joseph's+Boys'+High+School/@12.9698,77.6057,17z/data=${"!3m1!4b1!4m6!3m5!1s0x3bae".repeat(15)}`;
it.each([
  ["https://www.openstreetmap.org/?mlat=12.9&mlon=77.7#map=16/12.9/77.7", undefined],
  [LONG, undefined],
  [
    "https://www.google.com/maps/place/टाउन+हॉल",
    `https://www.google.com/maps/place/${encodeURI("टाउन")}+${encodeURI("हॉल")}`,
  ],
  ["maps.app.goo.gl/AbC1", "https://maps.app.goo.gl/AbC1"],
  ["www.google.com/maps?q=Town+Hall", "https://www.google.com/maps?q=Town+Hall"],
  ["http://maps.google.com/?q=12.9,77.6", "https://maps.google.com/?q=12.9,77.6"],
  ["HTTPS://goo.gl/maps/x", "https://goo.gl/maps/x"],
  ["Town hall https://goo.gl/maps/x", "https://goo.gl/maps/x"],
  ["Town hall: https://goo.gl/maps/x.", "https://goo.gl/maps/x"],
  ["Town hall (https://goo.gl/maps/x)", "https://goo.gl/maps/x"],
  ["Find us at maps.app.goo.gl/AbC1, Pune", "https://maps.app.goo.gl/AbC1"],
  ["<https://goo.gl/maps/x>", "https://goo.gl/maps/x"],
  ["\u2068https://goo.gl/maps/x\u2069", "https://goo.gl/maps/x"],
  [`https://g.co/${"x".repeat(1_987)}`, undefined],
])("the map link in %j is read", (typed, link) => {
  expect(readMapLink(typed)).toBe(link ?? typed);
  expect(mapLinkProblem(readMapLink(typed))).toBeUndefined();
});

it.each([
  ["", "Please enter a link to a map of the venue"],
  ["javascript:alert(1)", /^The map link is a web address/],
  ["data:text/html,maps.google.com/x", /^The map link is a web address/],
  ["behind the town hall", /^The map link is a web address/],
  ["12.9698, 77.6057", /^The map link is a web address/],
  ["https://localhost/x", /^The map link is a web address/],
  ["https://maps.google.com@evil.example/", /^The map link is a web address/],
  ["http://town-hall.example/map", /^The map link begins with http:\/\//],
])("the map link %j is refused with its cause", (typed, problem) => {
  expect(mapLinkProblem(readMapLink(typed))).toMatch(problem);
});
