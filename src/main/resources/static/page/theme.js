// Before the first picture, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem("neardup.theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // storage is blocked: the theme of the system
}
