import { appliedPage } from "@sakhi/domain/brands/applied-page";
import { BRAND_LINKS } from "@sakhi/domain/brands/brand-page.fields";
import { CATEGORIES, MODULE_OF_COMPANY_TYPE, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { labelOf } from "@sakhi/domain/fields/declared-fields";
import { ApproveApplicationDto } from "@sakhi/domain/listings/review.dto";
import { useRef, useState } from "react";
import { type ApplicationDetails, useApproveApplicationMutation } from "../../../api/admin-api";
import { apiErrorOf } from "../../../api/failure";
import { pageLines } from "../../../shared/brand-page/page-lines";
import { ActionDialog, type SubjectProps } from "../parts/action-dialog";
import { strings } from "./listings.strings";

/** Approves an application. If a brand of that name is listed, the operator decides whether it is the same. */
export function Approve({ subject, onClose }: SubjectProps<ApplicationDetails>) {
  const [approve] = useApproveApplicationMutation();
  const { id, brandName, sameName, looksLike, companyType } = subject;
  const { state: pageState = "none", lacks = [] } = subject.page ?? {};
  // What was accepted of her page is published as it is.
  const isAccepted = pageState === "accepted";
  const asksForPictures = !isAccepted && pageState !== "sent" && lacks.includes("picture");
  // As when the dialog opened: what the operator does not change is not sent.
  const [page] = useState(() => pageOf(subject));
  const texts = strings.approve;
  const module = MODULE_OF_COMPANY_TYPE[companyType];
  const categories = CATEGORIES.filter((category) => category.module === module).map(({ name }) => name);
  // The name that the server said looks like another brand's: the second press lists it all the same.
  const seen = useRef<string>(undefined);
  return (
    <ActionDialog<ApproveApplicationDto>
      title={texts.title(brandName)}
      wide
      dto={ApproveApplicationDto}
      initial={{ ...page, reason: "" }}
      lead={
        <>
          {looksLike !== undefined && <p>{texts.looksLike(looksLike.brandName)}</p>}
          {pageState === "sent" && <p>{texts.pageWaits}</p>}
          {isAccepted && <p>{texts.pageAccepted}</p>}
        </>
      }
      fields={({ joinBrandId }) => [
        ...(sameName === undefined
          ? []
          : [
              {
                name: "joinBrandId",
                label: texts.same,
                optional: true,
                options: [
                  ["", texts.another],
                  [sameName.brandId, texts.join(sameName.brandName)],
                ],
              } as const,
            ]),
        ...(joinBrandId
          ? []
          : [
              {
                name: "publishAs",
                label: texts.publishAs,
                help: sameName === undefined ? texts.publishAsHelp(brandName) : texts.publishAsTaken,
                optional: true,
                input: { autoComplete: "off" },
              } as const,
            ]),
        ...(asksForPictures
          ? [
              {
                name: "noPictures",
                label: texts.noPictures,
                optional: true,
                flag: true,
                options: [
                  ["", texts.picturesAwaited],
                  ["true", texts.hasNoPictures],
                ],
              } as const,
            ]
          : []),
        {
          name: "category",
          label: texts.category,
          options: categories.map((name) => [name, categoryLabel(name)] as const),
        },
        // The brand that it joins has a page of its own.
        ...(joinBrandId || isAccepted
          ? []
          : ([
              {
                name: "place",
                label: texts.place,
                help: page.place === "" ? texts.placeUnknown : texts.placeHelp,
                input: { autoComplete: "off" },
              },
              ...pageLines(BRAND_LINKS.filter((link) => link !== "whatsappUrl")).map(({ name, field, input }) => ({
                ...{ name, label: labelOf(field) },
                ...(input === undefined ? {} : { input }),
              })),
            ] as const)),
        ...(isAccepted ? [] : [{ name: "story", label: texts.story, lines: 5 } as const]),
        { name: "reason", label: strings.reason, help: strings.reasonKept, optional: true, lines: 2 },
      ]}
      consequence={({ joinBrandId, publishAs }) =>
        joinBrandId && sameName !== undefined
          ? texts.consequenceJoin(sameName.brandName)
          : texts.consequence(publishAs?.trim() || brandName)
      }
      texts={texts}
      run={async ({ joinBrandId, publishAs, reason, noPictures, ...values }) => {
        const name = publishAs ?? brandName;
        const looksAlikeSeen = joinBrandId === undefined && seen.current === name ? true : undefined;
        try {
          const { category, story = page.story } = values;
          const ownPage = joinBrandId === undefined && !isAccepted;
          const pictures = asksForPictures ? { noPictures: noPictures ?? false } : {};
          const corrected = changesOf(page, ownPage ? values : { category, story });
          const approveApplicationDto = { joinBrandId, publishAs, looksAlikeSeen, reason, ...pictures, ...corrected };
          await approve({ id, approveApplicationDto }).unwrap();
        } catch (error) {
          if (apiErrorOf(error).code === "brand_looks_alike") seen.current = name;
          throw error;
        }
        return texts.done((joinBrandId ? sameName?.brandName : publishAs) ?? brandName);
      }}
      onClose={onClose}
    />
  );
}

/** What the page will say, as the applicant gave it: the place is read from her address. */
function pageOf({ companyType, businessCategory, form }: ApplicationDetails) {
  const module = MODULE_OF_COMPANY_TYPE[companyType];
  return { category: resolveCategory(module, businessCategory)?.name ?? businessCategory, ...appliedPage(form) };
}

type ReviewedPage = ReturnType<typeof pageOf>;

/** What the operator corrected, and the place that she confirmed. An empty text removes a detail. */
function changesOf(page: ReviewedPage, values: Partial<ReviewedPage>): Partial<ReviewedPage> {
  const changed = Object.entries(values).filter(
    ([field, value]) => field === "place" || value !== page[field as keyof ReviewedPage],
  );
  return Object.fromEntries(changed.filter(([field]) => field in page)) as Partial<ReviewedPage>;
}
