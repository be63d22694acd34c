// A script whose request broke off, as when a network interface comes or goes, is requested once more.
addEventListener("error", ({ target }) => {
  try {
    if (target instanceof HTMLScriptElement && !document.querySelector("#page > *") && !sessionStorage.getItem("neardup.again")) {
      sessionStorage.setItem("neardup.again", "1");
      setTimeout(() => location.reload(), 300);
    }
  } catch {
    // storage is blocked: the reader reloads the page
  }
}, true);
