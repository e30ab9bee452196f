import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { handler } from "altcha-lib/workers/shared";

// Web worker that searches for a proof's solution (proof.ts). altcha-lib's own worker is for Node.
handler({ deriveKey });
