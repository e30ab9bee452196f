import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { SearchReply } from "../../api/catalogue-api";
import { searchReply } from "../../test/catalogue-server";
import { SearchSession } from "./search-session";

interface Question {
  readonly query: string;
  readonly answer: (answer: SearchReply) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
  aborted: boolean;
}

let questions: Question[];
let session: SearchSession;

beforeEach(() => {
  jest.useFakeTimers();
  questions = [];
  session = new SearchSession(
    (query) => {
      let resolve: (answer: SearchReply) => void = () => undefined;
      let reject: (error: unknown) => void = () => undefined;
      const promise = new Promise<SearchReply>((yes, no) => {
        resolve = yes;
        reject = no;
      });
      const settled = promise.then(
        () => undefined,
        () => undefined,
      );
      const question: Question = {
        query,
        answer: (answer) => (resolve(answer), settled),
        fail: (error) => (reject(error), settled),
        aborted: false,
      };
      questions.push(question);
      return { answer: promise, abort: () => (question.aborted = true) };
    },
    (error) => error as { status: number },
  );
});
afterEach(() => session.reset());

const asked = () => questions.map(({ query }) => query);
const found = searchReply({
  events: [{ id: "1", title: "Award", awardedBy: "UN", date: "2023", kind: "award" }],
});

test("fast typing of a word sends one request, 300 ms after the last key", () => {
  for (const text of ["b", "ba", "bag", "bags"]) {
    session.type(text);
    jest.advanceTimersByTime(100);
  }
  jest.advanceTimersByTime(199);
  expect(asked()).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(asked()).toEqual(["bags"]);
  expect(session.current().phase).toBe("loading");
});

test("suggestions follow after 150 ms, from 1 character", () => {
  session.type("b");
  jest.advanceTimersByTime(149);
  expect(session.current().settled).toBe("");
  jest.advanceTimersByTime(1);
  expect(session.current().settled).toBe("b");
});

test.each(["b", " b ", "  ", "क"])("%p is too short for the server", (text) => {
  session.type(text);
  jest.advanceTimersByTime(5000);
  expect(asked()).toEqual([]);
});

test("a key ends the request under way, silently", async () => {
  session.type("bag");
  jest.advanceTimersByTime(300);
  session.type("bags");
  expect(questions[0]?.aborted).toBe(true);
  await questions[0]?.fail({ status: 0 });
  expect(session.current()).toMatchObject({ phase: "typing", failure: undefined });
});

test("an answer that comes after its question was called back is not shown", async () => {
  session.type("bag");
  jest.advanceTimersByTime(300);
  session.type("pots");
  await questions[0]?.answer(found);
  expect(session.current().answer).toBeUndefined();
});

test("results stay while the next are on their way, and go when the box is too short again", async () => {
  session.type("award");
  jest.advanceTimersByTime(300);
  await questions[0]?.answer(found);
  expect(session.current()).toMatchObject({ phase: "answered", answered: "award" });
  session.type("awards");
  expect(session.current().answer).toBe(found);
  session.type("a");
  expect(session.current().answer).toBeUndefined();
});

test("an answer that is not OK says so, and trying again asks the same", async () => {
  session.type("bag");
  jest.advanceTimersByTime(300);
  await questions[0]?.fail({ status: 500 });
  expect(session.current().failure).toBe("Failed to fetch results. Please try again.");
  session.search();
  expect(asked()).toEqual(["bag", "bag"]);
});

test("no answer at all is a network error, and clears the earlier results", async () => {
  session.type("award");
  jest.advanceTimersByTime(300);
  await questions[0]?.answer(found);
  session.type("awards");
  jest.advanceTimersByTime(300);
  await questions[1]?.fail({ status: 0 });
  expect(session.current()).toMatchObject({
    failure: "Network error. Please check your connection.",
    answer: undefined,
  });
});

test("over 200 characters are cut off, and searched for", () => {
  session.type("x".repeat(10_000));
  jest.advanceTimersByTime(1000);
  expect(asked()).toEqual(["x".repeat(200)]);
  expect(session.current()).toMatchObject({ text: "x".repeat(200), failure: undefined });
});

test("a reset ends timers and the request", () => {
  session.type("bag");
  jest.advanceTimersByTime(300);
  session.type("bags");
  session.reset();
  jest.advanceTimersByTime(1000);
  expect(asked()).toEqual(["bag"]);
  expect(session.current()).toMatchObject({ text: "", phase: "idle" });
});
