import { Injectable } from "@nestjs/common";
import argon2 from "@node-rs/argon2";

/** argon2id (the library's default) with OWASP's first choice: 19 MiB, two passes, one lane; about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords as argon2id digests; the work is done off the main thread. */
@Injectable()
export class Passwords {
  private nobodys: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return argon2.hash(password.normalize("NFC"), COST);
  }

  /**
   * Whether this is the password.
   *
   * @param digest undefined where there is no such account: takes as long, and is never right
   */
  async matches(digest: string | undefined, password: string): Promise<boolean> {
    const against = digest ?? (await this.digestOfNobody());
    const right = await argon2.verify(against, password.normalize("NFC"));
    return right && digest !== undefined;
  }

  /** Made before the first login, so that no answer is slower for having made it. */
  async digestOfNobody(): Promise<string> {
    this.nobodys ??= this.hash("there is nobody of this name");
    return this.nobodys;
  }
}
