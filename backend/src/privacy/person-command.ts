import { parseArgs } from "node:util";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { CorrectPersonDto, ErasePersonDto, PersonDto } from "@sakhi/domain/privacy/person.dto";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { SentenceError } from "../platform/commands/sentence-error.js";
import type { PersonService } from "./person.service.js";

const USAGE = [
  "npm run person -- export <phone or e-mail>",
  "npm run person -- erase <phone or e-mail> --reason <text>",
  "npm run person -- correct <phone or e-mail> [--name <name>] [--email <e-mail>] [--phone <phone>] --reason <text>",
].join("\n");

/** A usage error, shown to the person at the terminal. */
export class PersonCommandError extends SentenceError {}

/**
 * Runs `npm run person`.
 *
 * @param print prints one line; the export is one JSON document
 * @throws PersonCommandError
 */
export async function runPersonCommand(
  args: readonly string[],
  persons: PersonService,
  print: (line: string) => void,
): Promise<void> {
  const { verb, contact, reason, name, email, phone } = parse(args);
  switch (verb) {
    case "export": {
      const dto = valid(PersonDto, { contact });
      print(JSON.stringify(await persons.records(undefined, dto.contact), null, 2));
      return;
    }
    case "erase": {
      const dto = valid(ErasePersonDto, { contact, reason });
      const { changed, kept } = await persons.erase(undefined, dto.contact, dto.reason);
      print(`Erased ${changed} records; ${kept} are kept (npm run person -- export shows why).`);
      return;
    }
    case "correct": {
      const dto = valid(CorrectPersonDto, { contact, reason, fullName: name, email, phoneNumber: phone });
      const { changed } = await persons.correct(undefined, dto).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        throw new PersonCommandError(`${error.message}.\n${USAGE}`);
      });
      print(`Corrected ${changed} records.`);
      return;
    }
    default:
      throw new PersonCommandError(USAGE);
  }
}

function parse(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: text, name: text, email: text, phone: text },
    });
    const [verb = "", contact = ""] = positionals;
    return { verb, contact, ...values };
  } catch {
    throw new PersonCommandError(USAGE);
  }
}

/** Validates by the rules of the API. */
function valid<Dto extends object>(type: new () => Dto, given: Record<string, string | undefined>): Dto {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const dto = plainToInstance(type, present);
  const messages = validateSync(dto).flatMap(({ constraints = {} }) => Object.values(constraints).slice(0, 1));
  if (messages.length > 0) throw new PersonCommandError(`${messages.join(". ")}.\n${USAGE}`);
  return dto;
}
