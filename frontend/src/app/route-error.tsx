import { Button, Text } from "@chakra-ui/react";
import { RotateCw } from "lucide-react";
import { Component, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { PageBody, PageHeading, useDocumentTitle } from "../ui/page";
import { strings } from "./app.strings";

/** Replaces a screen that failed to load or to render. */
export function RouteError() {
  useDocumentTitle(strings.errorTitle, strings.errorText);
  return (
    <PageBody narrow>
      <PageHeading>{strings.errorTitle}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6">
        {strings.errorText}
      </Text>
      {/* A reload, not a re-render: browsers cache the failure of a module within the page. */}
      <Button onClick={() => globalThis.location.reload()}>
        <RotateCw aria-hidden />
        {strings.errorRetry}
      </Button>
    </PageBody>
  );
}

interface BoundaryProps {
  /** Key of the current history entry; a new one resets the error. */
  readonly visit: string;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { readonly failed: boolean; readonly visit: string }> {
  override state = { failed: false, visit: this.props.visit };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ visit }: BoundaryProps, state: { readonly visit: string }) {
    return visit === state.visit ? null : { failed: false, visit };
  }

  override render() {
    return this.state.failed ? <RouteError /> : this.props.children;
  }
}

/** Shows the error in place of children that fail to render, until the next navigation. */
export function RouteErrorBoundary({ children }: { readonly children: ReactNode }) {
  return <Boundary visit={useLocation().key}>{children}</Boundary>;
}
