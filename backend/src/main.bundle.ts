import { buildWorkflows } from "./platform/temporal/workflow-bundle.js";

/** Bundles the compiled workflows; the last step of a build. */
await buildWorkflows();
