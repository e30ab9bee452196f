/** A failed test is run once more, and `npm test` names it at the end. Races and kills say `jest.retryTimes(0)`. */
import { jest } from "@jest/globals";

jest.retryTimes(1, { logErrorsBeforeRetry: true });
