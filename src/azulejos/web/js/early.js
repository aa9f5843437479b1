/**
 * Before anything is seen: the chosen theme, so that a dark page never flashes white. A plain script,
 * because modules wait for the document.
 */

try {
  const theme = JSON.parse(localStorage.getItem('azulejos.theme') ?? '""');
  const chosen = ['light', 'dark', 'oak', 'walnut', 'contrast'].find((known) => known === theme);
  const wished = chosen ?? (matchMedia('(prefers-contrast: more)').matches ? 'contrast' : '');
  if (wished) document.documentElement.dataset.theme = wished;
} catch {
  // Nothing is kept here: the system's wish holds.
}
