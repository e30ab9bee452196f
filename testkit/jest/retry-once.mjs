/** Retries a failed test once; `npm test` lists it at the end. Races and kills disable this with `jest.retryTimes(0)`. */
import { jest } from "@jest/globals";

jest.retryTimes(1, { logErrorsBeforeRetry: true });
