import { Box, Flex, Text } from "@chakra-ui/react";
import { LockKeyhole } from "lucide-react";
import { useEffect } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { evictAdministration, useAdminDispatch, useCheckAdministratorQuery } from "../../../api/admin-api";
import { card } from "../../../ui/card";
import { Hidden, PageBody, PageHeading, Spinner, useDocumentTitle } from "../../../ui/page";
import { afterLogin } from "../addresses";
import { strings } from "../admin.strings";
import { LoginForm } from "./login-form";

/** /paid-events/mela/admin-login. Redirects to the dashboard if already logged in (T-212). */
export function AdminLoginPage() {
  useDocumentTitle(strings.login.title);
  const [params] = useSearchParams();
  const dispatch = useAdminDispatch();
  const next = params.get("next");
  const { data, isLoading } = useCheckAdministratorQuery(undefined, { refetchOnMountOrArgChange: true });
  const loggedIn = data?.authenticated === true;
  // Here, because all views are gone: one with an open form stays until its administrator has logged in again.
  useEffect(() => {
    if (!loggedIn) evictAdministration(dispatch);
  }, [loggedIn, dispatch]);

  if (loggedIn) return <Navigate to={afterLogin(next)} replace />;
  return (
    <PageBody>
      <Box maxWidth="27rem" mx="auto" my={{ base: "2", md: "8" }} {...card} p={{ base: "5", sm: "8" }}>
        <Box
          display="inline-grid"
          placeItems="center"
          width="3.25rem"
          height="3.25rem"
          borderRadius="full"
          bg="indigo.soft"
          color="indigo.text"
          mb="4"
          aria-hidden
        >
          <LockKeyhole size={24} />
        </Box>
        <PageHeading>{strings.login.title}</PageHeading>
        <Text mt="2" mb="6" color="muted">
          {next === null ? strings.login.lead : strings.login.ended}
        </Text>
        {isLoading ? (
          <Flex role="status" justify="center" py="12" color="rani.text">
            <Spinner size={32} />
            <Hidden>{strings.login.checking}</Hidden>
          </Flex>
        ) : (
          <LoginForm />
        )}
      </Box>
    </PageBody>
  );
}
