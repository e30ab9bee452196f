import { isUnanswered } from "./failure";

/** A call got no answer, and the server cannot be asked what became of it either. */
export class Unreachable extends Error {}

/**
 * Sends a writing call whose answer may get lost on the way although the server has done it. After a lost answer it asks
 * the server for the current state before anything is said about the call.
 *
 * @param ask resolves with undefined if it gets no answer either
 * @param resultOf the call's result, if the state shows that it was done; else undefined
 * @throws Unreachable, or the call's error
 */
export async function answered<Result, State>(
  send: () => Promise<Result>,
  ask: () => Promise<State | undefined>,
  resultOf: (state: State) => Result | Promise<Result> | undefined,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    const state = await ask();
    if (state === undefined) throw new Unreachable("no answer", { cause: error });
    const result = await resultOf(state);
    if (result === undefined) throw error;
    return result;
  }
}
