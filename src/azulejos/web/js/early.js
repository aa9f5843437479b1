/**
 * Before anything is seen: the chosen theme, so that a dark page never flashes white. A plain script,
 * because modules wait for the document.
 */

try {
  const theme = JSON.parse(localStorage.getItem('azulejos.theme') ?? '""');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is kept here: the system's wish holds.
}
