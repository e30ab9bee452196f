import { type BrandPage } from "@sakhi/domain/brands/brand-page.rules";
import { useState } from "react";
import {
  type BrandChangeSummaryResponse,
  useAcceptBrandChangeMutation,
  useGetBrandChangeQuery,
  useMarkBrandCorrectionSeenMutation,
  useReturnBrandChangeMutation,
} from "../../../api/admin-api";
import { isUnanswered, userMessage } from "../../../api/failure";
import { useToasts } from "../../../ui/toast";
import { strings } from "./page-changes.strings";

/** An operator's review of a brand's changed page: her corrections, the pictures to return, her answer. */
export function usePageReview(change: BrandChangeSummaryResponse, onClose: () => void) {
  const { showToast } = useToasts();
  const query = useGetBrandChangeQuery(change.id, { refetchOnMountOrArgChange: true });
  const { currentData: data } = query;
  const [accept, { isLoading: accepting }] = useAcceptBrandChangeMutation();
  const [giveBack, { isLoading: returning }] = useReturnBrandChangeMutation();
  const [markSeen, { isLoading: marking }] = useMarkBrandCorrectionSeenMutation();
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const busy = accepting || returning || marking;
  const done =
    (message: string) =>
    ({ error }: { error?: unknown }): void => {
      if (error === undefined) {
        showToast({ kind: "success", title: message });
        onClose();
      } else setProblem(isUnanswered(error) ? strings.unanswered : userMessage(error, strings.failed));
    };
  // What the operator corrected goes with either answer.
  const corrected =
    data === undefined || Object.keys(edits).length === 0 ? {} : { content: edited(data.after, edits) as never };
  const acceptNow = async (): Promise<void> => {
    if (data === undefined) return;
    const acceptBrandChangeDto = { version: data.version, ...corrected };
    done(strings.doneAccept)(await accept({ id: change.id, acceptBrandChangeDto }));
  };
  const returnNow = async (): Promise<void> => {
    if (data === undefined) return;
    const pictures = chosen.length === 0 ? {} : { pictureIds: [...chosen] };
    const returnBrandChangeDto = { version: data.version, reason, ...pictures, ...corrected };
    done(strings.doneReturn)(await giveBack({ id: change.id, returnBrandChangeDto }));
  };
  const [asked, setAsked] = useState(false);
  return {
    ...{ query, data, problem, busy, edits, setEdits, chosen, setChosen, reason, setReason, asked, setAsked },
    ...{ acceptNow, returnNow, seenNow: () => markSeen(change.id).then(done(strings.doneSeen)) },
  };
}

/** Texts that an operator may correct before accepting: the page's, and those of a product that was there before. */
export const isEditable = (path: string): boolean =>
  ["story", "place", "coverAlt"].includes(path) || /^products\.\d+\.(?:name|text)$/.test(path);

function edited(page: BrandPage, edits: Readonly<Record<string, string>>): BrandPage {
  return {
    ...page,
    story: edits["story"] ?? page.story,
    place: edits["place"] ?? page.place,
    coverAlt: edits["coverAlt"] ?? page.coverAlt,
    products: page.products.map((product, at) => ({
      ...product,
      name: edits[`products.${at}.name`] ?? product.name,
      text: edits[`products.${at}.text`] ?? product.text,
    })),
  };
}
