import { expect, it } from "@jest/globals";
import { readMeasure, readNumber } from "./numbers.js";

it.each([
  ["10", 10],
  ["-5", -5],
  ["−5", -5],
  ["10.0", 10],
  ["10,0", 10],
  ["10,5", 10.5],
  ["1,000", 1000],
  ["1,00,000", 100_000],
  ["12,34,567.5", 1_234_567.5],
  ["12,345,678", 12_345_678],
  ["1.000,5", 1000.5],
  ["1.000.000", 1_000_000],
  ["0,500", 0.5],
  ["1 000", 1000],
  ["1\u00A0000", 1000],
  ["१०", 10],
  ["१,०००", 1000],
  ["１０", 10],
  ["\u200E10", 10],
  ["", undefined],
  ["ten", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["1,00,00", undefined],
  ["10 x 10", undefined],
  ["--5", undefined],
])("readNumber reads %j as %p", (text, number) => {
  expect(readNumber(text)).toBe(number);
});

it.each([
  ["10 ft", 10],
  ["10'", 10],
  ["10 feet", 10],
  ["45°", 45],
  ["10", 10],
  ['10"', undefined],
  ["10 m", undefined],
])("readMeasure reads %j as %p", (text, number) => {
  expect(readMeasure(text)).toBe(number);
});
