/** A metric as Prometheus reads it. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
}

/** One series of it with its value; a histogram's series have names of their own. */
export interface MetricLine {
  readonly series: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric in Prometheus' text format; only its name and meaning where it has no series yet. */
export function metricText({ name, help, type }: Metric, lines: readonly MetricLine[]): string {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...lines.map(({ series, labels, value }) => `${series}${labelText(labels)} ${value}`),
    "",
  ].join("\n");
}

function labelText(labels: MetricLine["labels"]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}
