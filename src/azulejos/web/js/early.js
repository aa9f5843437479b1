/**
 * Before anything is seen: the theme that was chosen, or else the system's wish, so that a dark page never flashes
 * white. A plain script, because modules wait for the document.
 */

function chosenTheme() {
  try {
    const theme = JSON.parse(localStorage.getItem('azulejos.theme') ?? '""');
    return ['light', 'dark', 'oak', 'walnut', 'contrast'].find((known) => known === theme);
  } catch {
    return undefined; // Nothing is kept here.
  }
}

function systemTheme() {
  if (matchMedia('(prefers-contrast: more)').matches) return 'contrast';
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

document.documentElement.dataset.theme = chosenTheme() ?? systemTheme();
