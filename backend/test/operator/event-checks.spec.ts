import { expect, it } from "@jest/globals";
import { ARCHIVE_OBSTACLES, PUBLISH_GAPS } from "@sakhi/domain/events/event-lifecycle.rules";
import { EVENT_CHECKS } from "../../src/events/event-checks.words.js";

const { en, hi } = EVENT_CHECKS;

it.each(PUBLISH_GAPS)("the gap %s is in words in both languages", (gap) => {
  expect([en.gaps[gap], hi.gaps[gap]]).toEqual([
    expect.stringMatching(/^[A-Z].*\.$/),
    expect.stringMatching(/^\p{Script=Devanagari}.*।$/u),
  ]);
});

it.each(ARCHIVE_OBSTACLES)("the obstacle %s is in words in both languages", (obstacle) => {
  expect([en.obstacles[obstacle], hi.obstacles[obstacle]]).toEqual([
    expect.stringMatching(/^[A-Z].*\.$/),
    expect.stringMatching(/^\p{Script=Devanagari}.*।$/u),
  ]);
});
