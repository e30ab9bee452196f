const toast = (title: string, description: string) => ({ title, description });

/** The texts of the login and of the dashboard's frame. Those in the specification are verbatim. */
export const strings = {
  login: {
    title: "Administrator login",
    lead: "For the people who run the Mela. Your session ends after two hours of rest.",
    username: "Username",
    password: "Password",
    submit: "Login",
    pending: "Logging in...",
    refused: "Invalid credentials. Please try again.",
    unanswered: "We could not reach the server. Nothing was changed; please try again.",
    checking: "Checking whether you are logged in",
    ended: "Please log in; you are then where you wanted to be.",
    show: "Show password",
    hide: "Hide password",
  },
  again: {
    title: "Your session has ended",
    lead: "Please log in to go on. What you have typed is kept; then send it once more.",
    leave: "Give it up and leave",
  },
  toasts: {
    missing: toast("Missing Credentials", "Please enter both username and password"),
    failed: toast("Login Failed", "Invalid username or password"),
    welcome: toast("Login Successful", "Welcome to the Mela Dashboard"),
    loggedOut: { title: "Logged Out" },
    logoutFailed: toast("Logout Failed", "There was an error logging out. Please try again."),
  },
  frame: {
    title: "Mela Registrations Dashboard",
    loggedInAs: "Logged in as",
    viewer: "may look, not change",
    logout: "Logout",
    loggingOut: "Logging out...",
    views: "Views of the dashboard",
    loading: "Loading",
    unreachable: "We could not find out whether you are logged in.",
    waiting: (count: number) => (count === 1 ? "1 waiting" : `${count} waiting`),
  },
  views: {
    registrations: "Registrations",
    plan: "Floor plan",
    attention: "Attention",
    listings: "Listings",
    coupons: "Coupons",
    enquiries: "Enquiries",
    privacy: "Personal data",
    operations: "Operations",
  },
} as const;
