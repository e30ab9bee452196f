import { Button, type ButtonProps, chakra, Flex } from "@chakra-ui/react";
import { socialAddress, websiteAddress } from "@sakhi/domain/catalogue/web-addresses";
import { isolated } from "@sakhi/domain/fields/isolation";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { iconButton } from "./card";
import { NEW_TAB, NewTabHint, OPENS_IN_NEW_TAB } from "./page";
import { SOCIAL_NETWORKS, type SocialNetwork, SocialSign } from "./social-sign";
import { Tooltip } from "./tooltip";

/** Link to a brand's website in a new tab; renders nothing without one. */
export function VisitButton({
  website,
  children,
  ...button
}: Omit<ButtonProps, "children"> & { readonly website: string | null | undefined; readonly children: string }) {
  const href = websiteAddress(website);
  if (href === undefined) return null;
  return (
    <Button asChild {...button}>
      <a href={href} {...NEW_TAB}>
        {children}
        <ExternalLink aria-hidden />
        <NewTabHint />
      </a>
    </Button>
  );
}

/** The URL of an address; warns about other protocols and returns undefined (specification 1, section 5). */
function socialHref(network: SocialNetwork, address: string | null | undefined): string | undefined {
  const found = socialAddress(address);
  switch (found.kind) {
    case "link":
      return found.href;
    case "none":
      return undefined;
    case "refused":
      console.warn(`The ${network} address has a protocol that is neither http nor https; it is not linked.`);
      return undefined;
  }
}

/** Round icon link to another site. */
export function RoundLink({
  of,
  name,
  href,
  children,
}: {
  /** The owner's name. */
  readonly of: string;
  readonly name: string;
  readonly href: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Tooltip text={name}>
      <chakra.a
        href={href}
        {...NEW_TAB}
        aria-label={`${isolated(of)}: ${isolated(name)} ${OPENS_IN_NEW_TAB}`}
        {...iconButton}
        borderRadius="full"
        borderWidth="1.5px"
        bg="card"
        color="indigo.text"
        _hover={{ borderColor: "indigo.text", bg: "indigo.soft" }}
      >
        {children}
      </chakra.a>
    </Tooltip>
  );
}

/** Icon links to the brand's social networks. */
export function SocialLinks({
  of,
  addresses,
}: {
  /** The owner's name. */
  readonly of: string;
  readonly addresses: Readonly<Partial<Record<SocialNetwork, string | null | undefined>>>;
}) {
  const links = SOCIAL_NETWORKS.map((network) => ({ network, href: socialHref(network, addresses[network]) })).filter(
    ({ href }) => href !== undefined,
  );
  if (links.length === 0) return null;
  return (
    <Flex as="ul" gap="2" wrap="wrap">
      {links.map(({ network, href }) => (
        <li key={network}>
          <RoundLink of={of} name={network} href={href}>
            <SocialSign network={network} />
          </RoundLink>
        </li>
      ))}
    </Flex>
  );
}
