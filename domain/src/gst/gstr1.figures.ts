import { type Amounts, DOCUMENT_KINDS, placeTitle } from "./gst-document.js";
import { aboutOf, type Pack } from "./gstr1.rules.js";
import { GSTR1_TABLE_NAMES, GSTR1_TABLES } from "./gstr1.tables.js";
import { monthOf, monthTitle } from "./months.js";
import { type ReturnWords, returnWordsIn } from "./return-words.js";

const ENGLISH = returnWordsIn("en");

/** A figure that is shown, with the documents behind it. */
export interface ShownFigure extends Amounts {
  /** Names it within the return: "b2cs/29:18". */
  readonly figure: string;
  readonly title: string;
  readonly numbers: readonly string[];
}

/** A table that is shown. */
export interface ShownTable {
  /** In the form: "4A". */
  readonly number: string;
  readonly title: string;
  readonly figures: readonly ShownFigure[];
}

/** GSTR-1's tables of sums, those of documents only if they have something. */
export function shownTables(pack: Pack, words: ReturnWords = ENGLISH): readonly ShownTable[] {
  const documents = GSTR1_TABLE_NAMES.map((table): ShownTable => {
    const figures = pack.figures.filter((figure) => figure.table === table);
    return {
      ...GSTR1_TABLES[table],
      figures: figures.map(({ key, title, first, ...rest }) => ({
        ...{ ...rest, figure: `${table}/${key}` },
        title: first === null ? title : words.figures.ofMonth({ figure: title, month: monthTitle(first, words.dates) }),
      })),
    };
  });
  const hsn = pack.hsn.map(({ side, sac, rate, key, ...rest }) => {
    return { ...rest, figure: `12/${key}`, title: words.figures.sac({ sac, rate, side }) };
  });
  return [
    ...documents.filter(({ figures }) => figures.length > 0),
    { number: "12", title: "Summary by SAC", figures: hsn },
  ];
}

/** GSTR-3B's rows. */
export function shownSummary({ summary, lines }: Pack, words: ReturnWords = ENGLISH): readonly ShownTable[] {
  const numbers = (isTaxed: boolean) => [
    ...new Set(
      lines
        .filter(({ gives, takes }) => [gives, takes].some((one) => one !== null && one.rate > 0 === isTaxed))
        .map((line) => aboutOf(line).number),
    ),
  ];
  return [
    {
      number: "3.1",
      title: "Outward supplies",
      figures: [
        { figure: "3.1/a", title: words.figures.taxed, ...summary.taxed, numbers: numbers(true) },
        { figure: "3.1/c", title: words.figures.exempt, ...summary.exempt, numbers: numbers(false) },
      ],
    },
    {
      number: "3.2",
      title: "Of these, inter-state supplies to unregistered recipients",
      figures: summary.interState.map(({ place, ...rest }) => ({
        ...rest,
        ...{ figure: `3.2/${place}`, title: placeTitle(place) },
      })),
    },
  ];
}

/** Rows of Table 13, each with its documents. */
export function shownSeries({ series, lines, month }: Pack) {
  const own = lines.flatMap(({ gives, takes }) => (gives !== null && takes === null ? [gives] : []));
  return series.map(({ kind, from, to, total, cancelled }) => ({
    ...{ figure: `13/${from}`, title: DOCUMENT_KINDS[kind].nature[1], from, to, total, cancelled },
    numbers: own.filter((one) => one.kind === kind && monthOf(one.day) === month).map(({ number }) => number),
  }));
}

/** The numbers of the documents of a figure, or of all without one; undefined if the return has no such figure. */
export function numbersOfFigure(pack: Pack, figure: string | undefined): readonly string[] | undefined {
  if (figure === undefined) return [...new Set(pack.lines.map((line) => aboutOf(line).number))];
  const all = [...shownTables(pack), ...shownSummary(pack)].flatMap(({ figures }) => figures);
  return [...all, ...shownSeries(pack)].find((one) => one.figure === figure)?.numbers;
}
