/** Words of signing in and out, of registration and of a user's settings. */
export const SIGN_WORDS = {
  fields: {
    name: "User name",
    password: "Password",
    fullname: "Full name",
    email: "Email",
    current: "Current password",
    next: "New password",
  },
  allDatasets: "All datasets",
  in: {
    title: "Sign in",
    button: "Sign in",
    hint: "The password is not the API key, which is for programs. An administrator sets a password with <command>.",
    register: "Register",
  },
  register: { title: "Register", button: "Register", signIn: "Sign in" },
  out: { title: "Sign out", signedIn: "You are signed in as <user>.", button: "Sign out", settings: "Settings" },
  settings: {
    title: "Settings",
    signedIn: "You are signed in as <user>.",
    administrator: "You are signed in as <user>, an administrator.",
    signOut: "Sign out",
    key: {
      title: "API key",
      show: "Show the key",
      use: "It is for programs: send it in the header <header>, only over HTTPS. Keep it secret. On pages, sign in with the password.",
      replace: "Replace the key",
      replaced: "The present key then stops working.",
    },
    password: {
      title: "Password",
      change: "Change the password",
      changed: "This signs you out everywhere else.",
    },
    datasets: {
      title: "Datasets",
      manages: "You manage these datasets:",
      none: "You do not manage any dataset.",
      loads: "Your datasets and their loads",
      publish: "Publish data",
    },
  },
} as const;
