import { Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { BRAND_LINKS, PUBLIC_CONTACTS } from "@sakhi/domain/brands/brand-page.fields";
import { typedPrice } from "@sakhi/domain/brands/curation.rules";
import { priceText } from "@sakhi/domain/brands/price.rules";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import applicationStates from "@sakhi/domain/generated/messages/en/admin-listing-states";
import { brandPath } from "@sakhi/domain/site/routes";
import { BadgeCheck, Store } from "lucide-react";
import { Link } from "react-router-dom";
import { type ManagedBrand, type ManagedProduct, useGetBrandQuery } from "../../../api/admin-api";
import { isFailure } from "../../../api/failure";
import { FRAMES } from "../../../shared/pictures/frame-previews";
import { Thumbnail } from "../../../shared/pictures/thumbnail";
import { applicationAddress } from "../addresses";
import { AuditList } from "../parts/audit-list";
import { dayOf } from "../parts/labels";
import { actionLink, Chip, type Fact, DetailRows, Loaded, Nothing, RecordDialog, Section } from "../parts/panel";
import { useSession } from "../parts/session";
import { BrandActions, BrandPictureActions } from "./brand-actions";
import { strings } from "./brands.strings";
import { ProductActions, ProductListActions } from "./product-actions";
import { STATE_TONES } from "./state-tones";

const { dialog: texts } = strings;
const names = texts.facts;

/** The kind of document, the day and the operator. */
function verificationOf({ verification }: ManagedBrand): string | undefined {
  if (verification === undefined) return undefined;
  const { document, seenOn, at, by } = verification;
  return texts.verifiedBy(
    document === undefined ? strings.none : strings.verify.documentLabel(document),
    dayOf(seenOn ?? at),
    by,
  );
}

function BrandRows({ brand }: { readonly brand: ManagedBrand }) {
  const details: Fact[] = [
    [
      names.state,
      <Chip key="state" tone={STATE_TONES[brand.state]}>
        {strings.states[brand.state]}
      </Chip>,
    ],
    [names.module, strings.modules[brand.module]],
    [names.category, categoryLabel(brand.category)],
    [names.place, brand.place ?? names.noPlace],
    [
      names.verified,
      brand.verified ? (
        <chakra.span key="verified" display="inline-flex" gap="1.5">
          <Box as="span" flexShrink="0" pt="0.5">
            <BadgeCheck size={18} aria-hidden />
          </Box>
          <span>{verificationOf(brand)}</span>
        </chakra.span>
      ) : undefined,
    ],
    [names.former, brand.formerNames.join(", ")],
  ];
  const contacts: Fact[] = [...BRAND_LINKS, ...PUBLIC_CONTACTS].map((name) => [texts.reaches[name], brand[name]]);
  return (
    <>
      <Section title={texts.details}>
        <DetailRows facts={details} minWidth="13rem" />
      </Section>
      <Section title={texts.about}>
        {brand.story === "" ? (
          <Nothing>{texts.nothing}</Nothing>
        ) : (
          <chakra.p whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="text">
            {brand.story}
          </chakra.p>
        )}
      </Section>
      <Section title={texts.contacts}>
        <DetailRows facts={contacts} minWidth="13rem" />
      </Section>
    </>
  );
}

/** Logo and cover, each with its button. */
function BrandPictures({ brand }: { readonly brand: ManagedBrand }) {
  const { canEdit } = useSession();
  const places = [
    ["logo", strings.pictures.logo, brand.logoId],
    ["cover", strings.pictures.cover, brand.coverId],
  ] as const;
  return (
    <Section title={texts.pictures}>
      <Flex gap="4" wrap="wrap">
        {places.map(([place, label, pictureId]) => {
          const picture = brand.pictures.find(({ id }) => id === pictureId);
          return (
            <Flex key={place} align="center" gap="3">
              <Thumbnail picture={picture} alt={picture?.alt || label} frame={FRAMES[place][0]} />
              <Box>
                <Text fontWeight="600">{label}</Text>
                {picture === undefined && (
                  <Text textStyle="small" color="muted">
                    {strings.pictures.noLogo}
                  </Text>
                )}
                {canEdit && <BrandPictureActions brand={brand} place={place} />}
              </Box>
            </Flex>
          );
        })}
      </Flex>
    </Section>
  );
}

function Product({ brand, product }: { readonly brand: ManagedBrand; readonly product: ManagedProduct }) {
  const { canEdit } = useSession();
  const { name, category, state, ownerState, pictures, hiddenReason, liveUntil } = product;
  const [first] = pictures;
  return (
    <chakra.li
      data-product
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr)"
      gap="3"
      py="3"
      _notLast={{ borderBottom: "1px dashed {colors.line}" }}
    >
      <Thumbnail picture={brand.pictures.find(({ id }) => id === first?.id)} alt={first?.alt || name} />
      <Box minWidth="0" overflowWrap="anywhere">
        <Flex gap="2" wrap="wrap" align="center">
          <strong>{name}</strong>
          <Chip tone={STATE_TONES[state]}>{strings.states[state]}</Chip>
        </Flex>
        <Text textStyle="small" color="muted">
          {[
            ...[
              categoryLabel(category),
              priceText(typedPrice(product)) || strings.noPrice,
              texts.pictureCount(pictures.length),
            ],
            ...(liveUntil === undefined ? [] : [texts.until(dayOf(liveUntil))]),
          ].join(" · ")}
        </Text>
        {hiddenReason !== undefined && <Text textStyle="small">{texts.hidden(hiddenReason)}</Text>}
        {(ownerState === "paused" || ownerState === "hidden") && (
          <Text textStyle="small">{texts.byOwner[ownerState]}</Text>
        )}
        {canEdit && (
          <Flex gap="2" wrap="wrap" mt="2">
            <ProductActions brand={brand} product={product} />
          </Flex>
        )}
      </Box>
    </chakra.li>
  );
}

function BrandContent({ brand }: { readonly brand: ManagedBrand }) {
  const { canEdit } = useSession();
  return (
    <Grid gap="5">
      {brand.hiddenReason !== undefined && (
        <Text bg="alarm.soft" color="alarm.text" borderRadius="card" px="4" py="2.5">
          {texts.hidden(brand.hiddenReason)}
        </Text>
      )}
      {brand.state === "shown" && (
        <Box {...actionLink} css={{ "& a": { color: "inherit" } }}>
          <Store size={18} aria-hidden />
          <Link to={brandPath(brand.module, brand.name)}>{texts.page}</Link>
        </Box>
      )}
      <BrandRows brand={brand} />
      <BrandPictures brand={brand} />
      <Section title={texts.products}>
        {canEdit && (
          <Flex gap="2" wrap="wrap" mb="2">
            <ProductListActions brand={brand} />
          </Flex>
        )}
        {brand.managedProducts.length === 0 ? (
          <Nothing>{texts.noProducts}</Nothing>
        ) : (
          <chakra.ul>
            {brand.managedProducts.map((product) => (
              <Product key={product.id} brand={brand} product={product} />
            ))}
          </chakra.ul>
        )}
      </Section>
      {brand.applications.length > 0 && (
        <Section title={texts.applications}>
          <chakra.ul textStyle="small">
            {brand.applications.map(({ id, fullName, state, liveUntil }) => (
              <li key={id}>
                <Link to={applicationAddress(id)}>
                  {texts.application(
                    fullName,
                    applicationStates[state],
                    liveUntil === undefined ? "" : dayOf(liveUntil),
                  )}
                </Link>
              </li>
            ))}
          </chakra.ul>
        </Section>
      )}
      <Section title={texts.audit}>
        {brand.audit.length === 0 ? <Nothing>{texts.noAudit}</Nothing> : <AuditList entries={brand.audit} />}
      </Section>
    </Grid>
  );
}

/** A brand with everything that operators can change. */
export function BrandDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { canEdit } = useSession();
  const query = useGetBrandQuery(id);
  const { currentData: brand, error } = query;
  const gone = isFailure(error) && error.status === 404;
  return (
    <RecordDialog
      title={brand?.name ?? texts.brand}
      actions={canEdit && brand !== undefined && <BrandActions brand={brand} />}
      onClose={onClose}
    >
      <Loaded query={{ ...query, data: brand }} loading={texts.loading} failed={gone ? texts.gone : texts.failed}>
        {(shown) => <BrandContent brand={shown} />}
      </Loaded>
    </RecordDialog>
  );
}
