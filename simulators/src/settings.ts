/** Reads a simulator's settings from the environment and reports all invalid ones. */

type Environment = Record<string, string | undefined>;

export class SettingsReader {
  private readonly problems: string[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string): string | undefined {
    const value = this.environment[name]?.trim();
    return value === "" ? undefined : value;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) this.problems.push(`${name} is missing`);
    return value ?? "";
  }

  /** A number from `min` to `max`. */
  number(name: string, fallback: number, min: number, max: number, whole = true): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (Number.isFinite(number) && number >= min && number <= max && (!whole || Number.isInteger(number))) {
      return number;
    }
    this.problems.push(`${name} must be a ${whole ? "whole " : ""}number from ${min} to ${max}, not "${value}"`);
    return fallback;
  }

  /** A TCP port; 0 = any free one. */
  port(name: string): number {
    return this.number(name, 0, 0, 65_535);
  }

  /** An http or https address, without trailing slashes. */
  address(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
      this.problems.push(`${name} must be an http address, not "${value}"`);
    }
    return value.replace(/(?<!\/)\/+$/, "");
  }

  /** @throws Error naming all invalid settings */
  check(): void {
    if (this.problems.length > 0) throw new Error(this.problems.join("; "));
  }
}
