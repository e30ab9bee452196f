import { expect, it } from "@jest/globals";
import { ARCHIVE_OBSTACLES, PUBLISH_GAPS } from "@sakhi/domain/events/event-lifecycle.rules";
import { EVENT_WORDS } from "../../src/events/event.words.js";

const [en, hi] = [EVENT_WORDS.en.checks, EVENT_WORDS.hi.checks];

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
