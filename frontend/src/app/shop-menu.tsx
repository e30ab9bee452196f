import { Box, chakra } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { sheet, iconButton } from "../ui/card";
import { useBackCloses } from "../ui/navigation";
import { strings } from "./app.strings";
import { navigationStyle } from "./navigation-style";
import { useOnPage } from "./use-on-page";

/** True for the paths of products, services and NGOs. */
function inShop(pathname: string): boolean {
  return strings.shopLinks.some(({ to }) => pathname.startsWith(to));
}

/** Menu "Shop" with its three links: in the navigation, or (`compact`) beside the logo on phones. */
export function ShopMenu({ compact = false }: { readonly compact?: boolean }) {
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  const [open = false, setOpen] = useOnPage<boolean>();
  const current = inShop(pathname);
  useBackCloses(open, () => setOpen(false));

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: PointerEvent) => {
      if (!(event.target instanceof Node && root.current?.contains(event.target) === true)) {
        setOpen(false);
      }
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [open, setOpen]);

  return (
    <Box
      ref={root}
      position="relative"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && root.current?.contains(relatedTarget) !== true) {
          setOpen(false);
        }
      }}
    >
      <chakra.button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-current={current ? "true" : undefined}
        data-current={current}
        onClick={() => setOpen(!open)}
        {...(compact
          ? {
              ...iconButton,
              width: "auto",
              px: "2.5",
              fontWeight: "600",
              borderRadius: "card",
              borderWidth: "1.5px",
              borderColor: current ? "rani.text" : "line",
              color: current ? "rani.text" : "indigo.text",
            }
          : { "data-navigation": true })}
      >
        <span>{strings.shop}</span>
        {!compact && <ChevronDown size={18} aria-hidden />}
      </chakra.button>
      {open && (
        <chakra.ul
          id={listId}
          position="absolute"
          zIndex="popover"
          top="calc(100% + 4px)"
          {...(compact ? { insetInlineEnd: "0" } : { insetInlineStart: "0" })}
          minWidth="11rem"
          {...sheet}
          p="2"
          boxShadow="0 16px 48px -12px rgb(40 20 10 / 40%)"
          css={navigationStyle}
        >
          {strings.shopLinks.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end onClick={() => setOpen(false)}>
                {label}
              </NavLink>
            </li>
          ))}
        </chakra.ul>
      )}
    </Box>
  );
}
