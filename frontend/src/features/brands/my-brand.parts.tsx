import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { formatDay, istDay, parseDay } from "@sakhi/domain/invoices/indian-dates";
import { useState } from "react";
import { Link } from "react-router-dom";
import {
  type MyBrand,
  useCloseMyBrandMutation,
  useCorrectListingEmailMutation,
  useEndMyBrandLinkMutation,
  useRevokeMyBrandLinksMutation,
} from "../../api/brand-api";
import { AddressCorrection } from "../../shared/address-correction";
import { LinkAccess } from "../../shared/link-access";
import { DocumentLink } from "../../shared/linked-page";
import { tapLinks } from "../../ui/card";
import { rupees } from "../../ui/money";
import { Part } from "../../ui/outcome";
import { strings } from "./my-brand.strings";

const day = (iso: string): string => formatDay(istDay(new Date(iso)));

/** Where the listing stands, with the links that belong to it. */
export function ListingDetails({ brand }: { readonly brand: MyBrand }) {
  const { status, liveUntil = "", publicPath, renewPath, verified } = brand;
  return (
    <>
      <Text textStyle="lead" mt="3">
        {status === "in_review" ? strings.status.in_review : strings.status[status](day(liveUntil))}
      </Text>
      {verified && <Text mt="2">{strings.verified}</Text>}
      <Flex columnGap="4" wrap="wrap" css={tapLinks}>
        {publicPath !== undefined && <Link to={publicPath}>{strings.seePage}</Link>}
        {renewPath !== undefined && <Link to={renewPath}>{strings.renew}</Link>}
      </Flex>
    </>
  );
}

/** Where our mails go; corrected in the browser that has just paid, until a link of our mails was opened. */
export function OwnAddress({ brand: { email, receiptOrderId } }: { readonly brand: MyBrand }) {
  const [correct] = useCorrectListingEmailMutation();
  const [corrected, setCorrected] = useState<string>();
  const shown = corrected ?? email;
  return (
    <Part id="address" title={strings.address.title}>
      <Text overflowWrap="anywhere">
        <span>{`${strings.address.text} `}</span>
        <strong>{shown}</strong>
      </Text>
      {receiptOrderId === undefined ? (
        <Text mt="2" textStyle="small" color="muted">
          {strings.address.ask}
        </Text>
      ) : (
        <AddressCorrection orderId={receiptOrderId} email={shown} correct={correct} onCorrected={setCorrected} />
      )}
    </Part>
  );
}

/** Views and messages by week, newest first. */
export function Weeks({ brand: { weeks } }: { readonly brand: MyBrand }) {
  if (weeks.length === 0) return null;
  const sum = (of: "views" | "enquiries") => weeks.reduce((total, week) => total + week[of], 0);
  return (
    <Part id="weeks" title={strings.weeks.title}>
      <Text>{strings.weeks.sum(sum("views"), sum("enquiries"), weeks.length)}</Text>
      <Box overflowX="auto" mt="3">
        <chakra.table width="full" maxWidth="32rem" css={{ "& th, & td": { py: "1.5", textAlign: "end" } }}>
          <thead>
            <tr>
              <chakra.th scope="col" css={{ "&&": { textAlign: "start" } }}>
                {strings.weeks.week}
              </chakra.th>
              <th scope="col">{strings.weeks.views}</th>
              <th scope="col">{strings.weeks.enquiries}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ week, views, enquiries }) => (
              <chakra.tr key={week} borderTop="1px dashed {colors.line}">
                <chakra.th scope="row" fontWeight="400" css={{ "&&": { textAlign: "start" } }}>
                  {formatDay(parseDay(week))}
                </chakra.th>
                <td>{views.toLocaleString("en-IN")}</td>
                <td>{enquiries.toLocaleString("en-IN")}</td>
              </chakra.tr>
            ))}
          </tbody>
        </chakra.table>
      </Box>
      <Text mt="3" textStyle="small" color="muted">
        {strings.weeks.how}
      </Text>
    </Part>
  );
}

export function Documents({ brand: { documents } }: { readonly brand: MyBrand }) {
  return (
    <Part id="documents" title={strings.documents}>
      {documents.length === 0 ? (
        <Text>{strings.noDocuments}</Text>
      ) : (
        <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4" listStyleType="none">
          {documents.map(({ id, number, amount, issuedAt }) => (
            <li key={id}>
              <Text color="muted" mb="2">{`${rupees(amount)}, ${day(issuedAt)}`}</Text>
              <DocumentLink href={`/api/v1/my-brand/documents/${id}/pdf`}>{strings.download(number)}</DocumentLink>
            </li>
          ))}
        </chakra.ul>
      )}
    </Part>
  );
}

/** Who can open this page, and buttons to end access. */
export function Access({ brand: { links }, onClosed }: { readonly brand: MyBrand; readonly onClosed: () => void }) {
  const [endLink] = useEndMyBrandLinkMutation();
  const [close] = useCloseMyBrandMutation();
  const [revoke] = useRevokeMyBrandLinksMutation();
  return (
    <LinkAccess
      texts={strings}
      text={strings.accessText}
      close={() => close()}
      revoke={() => revoke()}
      onClosed={onClosed}
      links={links}
      endLink={(id) => endLink(id)}
    />
  );
}
