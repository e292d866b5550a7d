// Lets RapiDoc run under a policy without inline styles: what it writes as a style attribute is set through the object model, which the policy
// allows; and names its fields for those who do not see them. Loaded before it.

const { setAttribute } = Element.prototype;
Element.prototype.setAttribute = function setStyleByObject(name, value) {
  if (name === 'style') this.style.cssText = value;
  else setAttribute.call(this, name, value);
};

const inner = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
Object.defineProperty(HTMLTemplateElement.prototype, 'innerHTML', {
  ...inner,
  set(html) {
    inner.set.call(this, String(html).replace(/\sstyle\s*=\s*(?=["'])/g, ' data-style='));
  },
});

const { importNode } = Document.prototype;
Document.prototype.importNode = function importStyled(node, deep) {
  const copy = importNode.call(this, node, deep);
  for (const element of copy.querySelectorAll?.('[data-style]') ?? [])
    element.style.cssText = element.dataset.style;
  return copy;
};

/** What a field is for stands beside it, and in attributes that no reader of the screen tells. */
function nameFields(root) {
  for (const field of root.querySelectorAll('input, textarea, select')) {
    if (field.hasAttribute('aria-label') || field.labels?.length > 0) continue;
    const name = field.dataset.pname || field.placeholder || field.name || field.id;
    field.setAttribute('aria-label', name || field.tagName.toLowerCase());
  }
}

const { attachShadow } = Element.prototype;
Element.prototype.attachShadow = function attachNamed(options) {
  const root = attachShadow.call(this, options);
  new MutationObserver(() => nameFields(root)).observe(root, { childList: true, subtree: true });
  return root;
};
