/**
 * What the page does beyond reading: filter, search, open what a link points to, open everything for print. The page is
 * whole without it. It reads and hides what is there, and makes no markup.
 */
export const script = `'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const findings = all('.finding');
  const form = document.getElementById('filter');

  // What a reader knows of a finding: its first lines. Made when somebody first searches.
  let texts;
  const textOf = (finding) => {
    texts ??= new Map(findings.map((each) => [each, each.querySelector('summary').textContent.toLowerCase()]));
    return texts.get(finding);
  };

  const chosen = (name) => new Set(all('input[name=' + name + ']:checked', form).map(({ value }) => value));

  const filter = () => {
    const words = document.getElementById('search').value.toLowerCase().split(/\\s+/).filter(Boolean);
    const outcomes = chosen('outcome');
    const severities = chosen('severity');
    let shown = 0;
    for (const finding of findings) {
      const fits =
        outcomes.has(finding.dataset.outcome) &&
        severities.has(finding.dataset.severity) &&
        words.every((word) => textOf(finding).includes(word));
      finding.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const group of all('.group')) group.hidden = group.querySelector('.finding:not([hidden])') === null;
    document.getElementById('shown').textContent =
      shown === findings.length ? shown + ' findings' : shown + ' of ' + findings.length + ' findings';
  };

  const showAll = () => {
    form.reset();
    filter();
  };

  const openEach = (isOpen) => {
    for (const finding of findings) if (!finding.hidden) finding.querySelector('details').open = isOpen;
  };

  if (form !== null) {
    form.hidden = false;
    form.addEventListener('input', filter);
    form.addEventListener('submit', (event) => event.preventDefault());
    document.getElementById('open-all').addEventListener('click', () => openEach(true));
    document.getElementById('close-all').addEventListener('click', () => openEach(false));
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input')) return;
      event.preventDefault();
      document.getElementById('search').focus();
    });
    // A browser may keep what was chosen before the page was loaded again.
    filter();
  }

  // A link leads to what it names, also into what is closed or filtered out.
  const openTarget = () => {
    const target = document.querySelector(':target');
    if (target === null) return;
    if (target.closest('[hidden]') !== null && form !== null) showAll();
    const own = target.querySelector(':scope > details');
    if (own !== null) own.open = true;
    for (let each = target.parentElement; each !== null; each = each.parentElement)
      if (each instanceof HTMLDetailsElement) each.open = true;
    target.scrollIntoView();
    // Findings above it are laid out only now, and may be taller than was thought.
    requestAnimationFrame(() => requestAnimationFrame(() => target.scrollIntoView()));
  };
  window.addEventListener('hashchange', openTarget);
  openTarget();

  // Where the style cannot open them for print.
  let closed = [];
  window.addEventListener('beforeprint', () => {
    closed = all('details:not([open])');
    for (const each of closed) each.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const each of closed) each.open = false;
    closed = [];
  });
})();
`;
