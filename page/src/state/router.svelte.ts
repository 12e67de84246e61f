/** Which page is shown. Paths are the server's: it answers all of them with this page. */

export const route = $state({ path: location.pathname, hash: location.hash });

export function go(path: string): void {
  history.pushState(null, "", path);
  arrive();
  scrollTo(0, 0);
}

/** Mends the address of what is shown: no step for the back button. */
export function readdress(path: string): void {
  if (path !== location.pathname) history.replaceState(history.state, "", path);
  arrive();
}

function arrive(): void {
  route.path = location.pathname;
  route.hash = location.hash;
}

/** Follows the back button and every plain click on a link of our own. */
export function followLinks(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (click) => {
    const link = (click.target as Element | null)?.closest?.("a");
    if (!link || click.defaultPrevented || click.button || click.ctrlKey || click.metaKey || click.shiftKey)
      return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
    click.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
