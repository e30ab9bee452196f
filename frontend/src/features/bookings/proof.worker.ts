import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { handler } from "altcha-lib/workers/shared";

// One of the threads that look for a proof's solution (proof.ts). altcha-lib's own worker is for Node.
handler({ deriveKey });
