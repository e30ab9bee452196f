import { Injectable } from "@nestjs/common";
import { Config } from "../platform/config/config.js";

/** Addresses of Temporal's own pages; none where nobody said where they are. */
@Injectable()
export class TemporalLinks {
  constructor(private readonly config: Config) {}

  /** The history of a workflow's newest run. */
  workflow(workflowId: string): { temporalUrl?: string } {
    return this.page(`/workflows/${encodeURIComponent(workflowId)}`);
  }

  /** The workflows that a query finds, e.g. `StallId = "B12"`. */
  query(query: string): { temporalUrl?: string } {
    return this.page(`/workflows?query=${encodeURIComponent(query)}`);
  }

  private page(path: string): { temporalUrl?: string } {
    const { uiUrl, namespace } = this.config.temporal;
    if (uiUrl === undefined) return {};
    return { temporalUrl: `${uiUrl.replace(/(?<!\/)\/+$/, "")}/namespaces/${encodeURIComponent(namespace)}${path}` };
  }
}
