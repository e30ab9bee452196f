import { categorySlug } from "@sakhi/domain/catalogue/categories";
import { PATHS, categoryPath, ngoBrandPath } from "@sakhi/domain/site/routes";
import { Badge, Box, Button, chakra, Flex, Grid } from "@chakra-ui/react";
import type { NgoBrand } from "@sakhi/domain/catalogue/ngo-brands";
import { websiteAddress } from "@sakhi/domain/catalogue/web-addresses";
import { Globe, Mail } from "lucide-react";
import { LazyImage } from "../../ui/lazy-image";
import { SocialLinks, VisitButton } from "../../ui/outbound";
import { BackLink, PageBody, PageHeading } from "../../ui/page";
import { pageHead, usePageHead } from "../../ui/page-head";
import { Tooltip } from "../../ui/tooltip";
import { strings } from "./catalogue.strings";

const texts = strings.ngos;

/** Who to talk to, and where. */
function Facts({ brand }: { readonly brand: NgoBrand }) {
  const facts = [
    { name: texts.contactPerson, value: brand.contactPerson },
    { name: texts.founder, value: brand.founderName },
    { name: texts.city, value: brand.city },
    { name: texts.email, value: brand.email, href: `mailto:${brand.email}` },
    { name: texts.phone, value: brand.contactNumber, href: `tel:${brand.contactNumber.replace(/[^\d+]/g, "")}` },
  ];
  return (
    <Grid as="dl" templateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" }} gap="4" mt="6">
      {facts.map(({ name, value, href }) => (
        <div key={name}>
          <chakra.dt textStyle="label" color="muted">
            {name}
          </chakra.dt>
          <chakra.dd fontWeight="600" overflowWrap="anywhere">
            {href === undefined ? value : <a href={href}>{value}</a>}
          </chakra.dd>
        </div>
      ))}
    </Grid>
  );
}

/** One of the three NGO brands with a page of their own (specification 1, section 2). */
export function StaticNgoBrand({ brand }: { readonly brand: NgoBrand }) {
  const back = categoryPath("ngos", categorySlug("ngos", brand.category));
  usePageHead(
    pageHead(PATHS.ngoBrand, {
      name: brand.name,
      path: ngoBrandPath(categorySlug("ngos", brand.category), brand.slug),
    }),
  );
  const { website, linkedin, facebook, instagram } = brand.socialLinks;
  const href = websiteAddress(website);
  return (
    <PageBody>
      <BackLink to={back}>{texts.backTo(brand.category)}</BackLink>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" }} gap={{ base: "6", md: "12" }}>
        <Box borderRadius="18px" overflow="hidden" boxShadow="card" alignSelf="start">
          {brand.productImages.slice(0, 1).map((image) => (
            <LazyImage key={image} src={image} alt={`${texts.work}: ${brand.name}`} eager />
          ))}
        </Box>
        <div>
          <Flex gap="4" align="center">
            <Box width="84px" borderRadius="full" overflow="hidden" flexShrink="0" boxShadow="card">
              <LazyImage src={brand.logo} alt="" eager />
            </Box>
            <div>
              <PageHeading>{brand.name}</PageHeading>
              <Badge variant="outline" mt="2">
                {brand.category}
              </Badge>
            </div>
          </Flex>
          <Facts brand={brand} />
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
                <Tooltip text={texts.website}>
                  <chakra.a
                    href={href}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={`${brand.name}: ${texts.website} ${texts.newTab}`}
                    width="tap"
                    height="tap"
                    display="grid"
                    placeItems="center"
                    borderRadius="full"
                    borderWidth="1.5px"
                    bg="card"
                    color="indigo.text"
                    _hover={{ borderColor: "indigo.text", bg: "indigo.soft" }}
                  >
                    <Globe size={22} aria-hidden />
                  </chakra.a>
                </Tooltip>
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
