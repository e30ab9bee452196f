import { Badge, Box, Button, Flex, Grid } from "@chakra-ui/react";
import { categorySlug } from "@sakhi/domain/catalogue/categories";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import type { NgoBrand } from "@sakhi/domain/catalogue/ngo-brands";
import { websiteAddress } from "@sakhi/domain/catalogue/web-addresses";
import { PATHS, categoryPath, ngoBrandPath } from "@sakhi/domain/site/routes";
import { Globe, Mail } from "lucide-react";
import { LOGO } from "../../shared/pictures/frames";
import { tapLinks } from "../../ui/card";
import { telephone } from "../../ui/contacts";
import { LazyImage } from "../../ui/lazy-image";
import { RoundLink, SocialLinks, VisitButton } from "../../ui/outbound";
import { BackLink, PageBody, PageHeading } from "../../ui/page";
import { pageHead, usePageHead } from "../../ui/page-head";
import { LabelledFact } from "../../ui/sign";
import { strings } from "./catalogue.strings";

const texts = strings.ngos;

/** Contact details. */
function DetailRows({ brand }: { readonly brand: NgoBrand }) {
  const facts = [
    { name: texts.contactPerson, value: brand.contactPerson },
    { name: texts.founder, value: brand.founderName },
    { name: texts.city, value: brand.city },
    { name: texts.email, value: brand.email, href: `mailto:${brand.email}` },
    { name: texts.phone, value: brand.contactNumber, href: telephone(brand.contactNumber) },
  ];
  return (
    <Grid as="dl" templateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" }} gap="4" mt="6">
      {facts.map(({ name, value, href }) => (
        <LabelledFact key={name} name={name} css={tapLinks}>
          {href === undefined ? value : <a href={href}>{value}</a>}
        </LabelledFact>
      ))}
    </Grid>
  );
}

/** One of the three NGO brands with a page of their own (specification 1, section 2). */
export function StaticNgoBrand({ brand }: { readonly brand: NgoBrand }) {
  const category = categorySlug("ngos", brand.category);
  usePageHead(pageHead(PATHS.ngoBrand, { name: brand.name, path: ngoBrandPath(category, brand.slug) }));
  const { website, linkedin, facebook, instagram } = brand.socialLinks;
  const href = websiteAddress(website);
  return (
    <PageBody>
      <BackLink to={categoryPath("ngos", category)}>{strings.backTo(brand.category)}</BackLink>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" }} gap={{ base: "6", md: "12" }}>
        <Box borderRadius="18px" overflow="hidden" boxShadow="card" alignSelf="start">
          {brand.productImages.slice(0, 1).map((image) => (
            <LazyImage key={image} src={image} alt={`${texts.work}: ${brand.name}`} eager />
          ))}
        </Box>
        <div>
          <Flex gap="4" align="center">
            <Box width="84px" borderRadius="full" overflow="hidden" flexShrink="0" boxShadow="card">
              <LazyImage src={brand.logo} alt="" {...LOGO} eager />
            </Box>
            <div>
              <PageHeading>{brand.name}</PageHeading>
              <Badge variant="outline" mt="2">
                {categoryLabel(brand.category)}
              </Badge>
            </div>
          </Flex>
          <DetailRows brand={brand} />
          <Flex gap="4" mt="7" wrap="wrap" align="center">
            {href === undefined ? (
              <Button asChild>
                <a href={`mailto:${brand.email}`}>
                  <Mail aria-hidden />
                  {texts.write}
                </a>
              </Button>
            ) : (
              <VisitButton website={website}>{strings.brand.visit.ngos}</VisitButton>
            )}
            <Flex gap="2" align="center" wrap="wrap">
              {href !== undefined && (
                <RoundLink of={brand.name} name={texts.website} href={href}>
                  <Globe size={22} aria-hidden />
                </RoundLink>
              )}
              <SocialLinks
                of={brand.name}
                addresses={{ LinkedIn: linkedin, Facebook: facebook, Instagram: instagram }}
              />
            </Flex>
          </Flex>
        </div>
      </Grid>
    </PageBody>
  );
}
