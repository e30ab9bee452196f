import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import type { EventStatus } from "../events/event.states.js";
import { FOOD_QUESTION, sellsFood } from "./food.rules.js";
import { QuestionDto, readChoices } from "./question.dto.js";
import {
  answerProblem,
  appliesTo,
  askedPapers,
  arePapersOpen,
  formAnswers,
  missingPapers,
  papersDue,
  type Question,
  questionKey,
  readAnswer,
} from "./question.rules.js";
import { SUGGESTED_QUESTIONS } from "./suggested-questions.js";

const question = (changes: Partial<Question> = {}): Question => ({
  ...{ key: "sold", label: "What do you sell?", help: "", kind: "text", choices: [], required: true },
  ...{ asked: "form_or_later", stallTypes: null, foodOnly: false },
  ...changes,
});

describe("an answer as typed", () => {
  it.each<[Question["kind"], string, string]>([
    ["fssai_number", "10012011000001", "10012011000001"],
    ["fssai_number", " 1001 2011 0000 01 ", "10012011000001"],
    ["fssai_number", "100-1201-1000-001", "10012011000001"],
    ["fssai_number", "१००१२०११००००0१", "10012011000001"],
    ["fssai_number", "１００１２０１１０００００１", "10012011000001"],
    ["fssai_number", "FSSAI Lic. No. 10012011000001", "10012011000001"],
    ["fssai_number", "Licence number: 10012011000001", "10012011000001"],
    ["fssai_number", "Reg No: 21012011000001\u200B", "21012011000001"],
    ["fssai_number", "applied for", "APPLIEDFOR"],
    ["number", " 4 ", "4"],
    ["number", "०४", "4"],
    ["number", "1,200", "1200"],
    ["number", "0", "0"],
    ["text", "Pickles\n and  papads ", "Pickles and papads"],
    ["choice", " Yes ", "Yes"],
  ])("%s: %j is %j, also when it is read again", (kind, typed, stored) => {
    expect(readAnswer({ kind }, typed)).toBe(stored);
    expect(readAnswer({ kind }, stored)).toBe(stored);
  });

  const FSSAI = "An FSSAI number has exactly 14 digits";
  it.each<[Partial<Question>, string, string | undefined]>([
    [{ kind: "fssai_number" }, "10012011000001", undefined],
    [{ kind: "fssai_number" }, "1001201100000", FSSAI],
    [{ kind: "fssai_number" }, "100120110000012", FSSAI],
    [{ kind: "fssai_number" }, "1001201100000A", FSSAI],
    [{ kind: "fssai_number" }, "APPLIEDFOR", FSSAI],
    [{ kind: "number" }, "4", undefined],
    [{ kind: "number" }, "1000000", "Please enter a whole number, e.g. 4"],
    [{ kind: "number" }, "-1", "Please enter a whole number, e.g. 4"],
    [{ kind: "number" }, "2.5", "Please enter a whole number, e.g. 4"],
    [{ kind: "text" }, "x".repeat(300), undefined],
    [{ kind: "text" }, "x".repeat(301), "Please answer in at most 300 characters"],
    [{ kind: "choice", choices: ["Yes", "No"] }, "No", undefined],
    [{ kind: "choice", choices: ["Yes", "No"] }, "no", "Please choose one of the answers"],
    [{ kind: "file" }, "certificate.pdf", "Please upload the file in My booking"],
  ])("%j: %j is judged %j", (changes, answer, problem) => {
    expect(answerProblem(question(changes), answer, false)).toBe(problem);
    // Whether it can wait decides only about an empty one.
    expect(answerProblem(question(changes), answer, true)).toBe(problem);
  });

  it.each([
    [true, false, "Please answer this question"],
    [true, true, undefined],
    [false, false, undefined],
    [false, true, undefined],
  ])("none, required: %s, can wait: %s", (required, mayWait, problem) => {
    expect(answerProblem(question({ required }), "", mayWait)).toBe(problem);
  });
});

describe("which questions a stall is asked", () => {
  it.each([
    [null, "Premium", true],
    [["FoodCourt"], "FoodCourt", true],
    [["FoodCourt", "General"], "General", true],
    [["FoodCourt"], "General", false],
  ])("%j, a stall of type %s: %s", (stallTypes, type, applies) => {
    for (const food of [true, false, undefined])
      expect(appliesTo({ stallTypes, foodOnly: false }, { type, food })).toBe(applies);
  });

  it.each([
    ["FoodCourt", true, true],
    ["General", true, true],
    ["Premium", true, true],
    // Whatever its type is called.
    ["FoodCourt", false, false],
    ["FoodCourt", undefined, false],
    ["General", undefined, false],
  ])("of food stalls only, a stall of type %s that sells food: %s is %s", (type, food, applies) => {
    expect(appliesTo({ stallTypes: null, foodOnly: true }, { type, food })).toBe(applies);
  });
});

const sells = question(FOOD_QUESTION);

describe("whether a stall sells food", () => {
  it.each([
    [{ sells_food: "Yes" }, true],
    [{ sells_food: "No" }, false],
    [{ sells_food: "" }, undefined],
    [{ sells_food: "yes" }, undefined],
    [{}, undefined],
    [{ sold: "Mango pickle" }, undefined],
  ])("is what she says: %j is %s", (answers: Record<string, string>, food) => {
    expect(sellsFood(answers)).toBe(food);
  });
});

describe("the answers of a form", () => {
  const questions = [
    question({ key: "sold", asked: "form" }),
    question({ key: "badges", kind: "number", required: false }),
    sells,
    question({ key: "fssai", kind: "fssai_number", foodOnly: true }),
    question({ key: "tent", stallTypes: ["FoodCourt"] }),
    question({ key: "certificate", kind: "file", asked: "later", foodOnly: true }),
  ];
  const REQUIRED = "Please answer this question";
  const DIGITS = "An FSSAI number has exactly 14 digits";

  it.each([
    [{ sold: " Pickles ", badges: "०2", sells_food: "Yes", fssai: "1001 2011 0000 01" }, {}],
    [{ sold: "Pickles" }, {}],
    [{ sold: "Pickles", sells_food: "Yes" }, {}],
    // Nothing of food is judged of who does not sell it, or has not said so.
    [{ sold: "Rings", sells_food: "No", fssai: "12" }, {}],
    [{ sold: "Rings", fssai: "12" }, {}],
    [{ sold: "Pickles", certificate: "x.pdf", unknown: "x" }, {}],
    [{}, { sold: REQUIRED }],
    [{ sold: "Rings", sells_food: "Perhaps" }, { sells_food: "Please choose one of the answers" }],
    [
      { sold: "\u200B", badges: "two", sells_food: "Yes", fssai: "12" },
      { sold: REQUIRED, badges: "Please enter a whole number, e.g. 4", fssai: DIGITS },
    ],
  ])("of a stall of any type: %j", (given, problems) => {
    for (const type of ["FoodCourt", "General"]) expect(formAnswers(questions, type, given).problems).toEqual(problems);
  });

  it("waits for what food stalls are asked before paying, of those who sell it", () => {
    const asked = [sells, question({ key: "fssai", kind: "fssai_number", asked: "form", foodOnly: true })];
    expect(formAnswers(asked, "General", { sells_food: "Yes" }).problems).toEqual({ fssai: REQUIRED });
    expect(formAnswers(asked, "FoodCourt", { sells_food: "No" }).problems).toEqual({});
    expect(formAnswers(asked, "FoodCourt", {}).problems).toEqual({});
  });

  it("are those that are asked there, as they are stored", () => {
    const given = {
      sold: " Pickles ",
      badges: "०2",
      sells_food: "Yes",
      fssai: "1001 2011 0000 01",
      certificate: "x.pdf",
    };
    const stored = { sold: "Pickles", badges: "2", sells_food: "Yes", fssai: "10012011000001" };
    expect(formAnswers(questions, "General", given).answers).toEqual(stored);
    expect(formAnswers(questions, "FoodCourt", { ...given, tent: "Two" }).answers).toEqual({ ...stored, tent: "Two" });
    // She changed her mind: the number goes.
    expect(formAnswers(questions, "General", { ...given, sells_food: "No" }).answers).toEqual({
      ...{ ...stored, sells_food: "No", fssai: "" },
    });
  });

  it("are missing while required ones of the stall have none", () => {
    const missing = (type: string, answers: Record<string, string>) =>
      missingPapers(questions, type, answers).map(({ key }) => key);
    expect(missing("FoodCourt", {})).toEqual(["sold", "sells_food", "tent"]);
    expect(missing("General", { sold: "Pickles", sells_food: "Yes" })).toEqual(["fssai", "certificate"]);
    expect(missing("FoodCourt", { sold: "Rings", sells_food: "No", tent: "One" })).toEqual([]);
    expect(missing("General", { sold: "x", sells_food: "Yes", fssai: "x", certificate: "x" })).toEqual([]);
  });

  it("are asked of whom they are for", () => {
    const asked = (type: string, answers: Record<string, string>) =>
      askedPapers(questions, type, answers).map(({ key }) => key);
    expect(asked("General", { sells_food: "No" })).toEqual(["sold", "badges", "sells_food"]);
    expect(asked("General", { sells_food: "Yes" })).toEqual(["sold", "badges", "sells_food", "fssai", "certificate"]);
  });
});

describe("until when papers can be answered", () => {
  const event = { days: [{ date: "2026-12-03", opens: "10:00", closes: "20:00" }] };
  it("the first day opens", () => {
    expect(papersDue(event).toISOString()).toBe("2026-12-03T04:30:00.000Z");
  });
  it.each<[string, EventStatus, boolean]>([
    ["2026-12-03T04:29:59.999Z", "published", true],
    ["2026-12-03T04:30:00.000Z", "published", false],
    ["2026-12-01T00:00:00.000Z", "cancelled", false],
    ["2026-12-01T00:00:00.000Z", "archived", false],
    ["2026-12-01T00:00:00.000Z", "draft", false],
  ])("at %s, %s: %s", (at, status, open) => {
    expect(arePapersOpen(event, status, new Date(at))).toBe(open);
  });
});

it.each([
  ["FSSAI number", [], "fssai_number"],
  ["FSSAI number", ["fssai_number"], "fssai_number_2"],
  ["FSSAI number", ["fssai_number", "fssai_number_2"], "fssai_number_3"],
  ["What do you sell?", [], "what_do_you_sell"],
  // Only one question says who sells food.
  ["Sells food", [], "sells_food_2"],
  ["2 badges or more", [], "question_2_badges_or_more"],
  ["क्या बेचती हैं", [], "question"],
  ["long ".repeat(20), [], "long_long_long_long_long_long"],
])("the key of %j beside %j is %s", (label, used, key) => {
  expect(questionKey(label, used)).toBe(key);
});

describe("a question as an operator writes it", () => {
  const valid = {
    ...{ label: "Badges", help: "", kind: "number", choices: "", required: false, asked: "form_or_later" },
    ...{ audience: "every_stall", position: 1, reason: "The guards ask" },
  };
  const problems = (changes: object) =>
    Object.fromEntries(
      validateSync(plainToInstance(QuestionDto, { ...valid, ...changes })).map(({ property, constraints }) => [
        property,
        Object.values(constraints ?? {})[0],
      ]),
    );

  it.each([
    [{}, {}],
    [{ kind: "choice", choices: "Yes\nNo" }, {}],
    [{ kind: "choice", choices: "Yes\n\nYes" }, { choices: "Please write 2 to 12 answers, each on a line of its own" }],
    [{ kind: "choice", choices: `Yes\n${"x".repeat(81)}` }, { choices: "An answer has at most 80 characters" }],
    [{ kind: "file", asked: "later" }, {}],
    [{ kind: "file" }, { asked: "Files are uploaded in My booking, after paying" }],
    [{ audience: "stall_types", stallTypes: ["General", "FoodCourt"] }, {}],
    [{ audience: "stall_types", stallTypes: [] }, { stallTypes: "Please choose at least one stall type" }],
    [{ audience: "stall_types" }, { stallTypes: expect.any(String) as unknown }],
    [
      { label: " ", position: 0 },
      { label: "Please enter the question", position: expect.any(String) },
    ],
  ])("%j is judged %j", (changes, found) => {
    expect(problems(changes)).toEqual(found);
  });

  it.each(SUGGESTED_QUESTIONS)("$label is one that can be added", (suggested) => {
    expect(problems(suggested)).toEqual({});
  });

  it("choices are lines", () => {
    expect(readChoices(" Yes \r\n\nNo\nYes")).toEqual(["Yes", "No"]);
  });
});
