/// The rules that every page we write must keep, as a script that runs inside the page.
///
/// They are those of axe that concern a static page: contrast, headings, names of controls,
/// languages, lists and tables, the focus, and nothing beside the window. The script opens
/// everything that can be opened, so that what is folded is judged, too.
enum PageChecks {
    /// Tells the page around it what is at fault, a finding a line.
    static let script = """
        (function () {
        "use strict";
        var found = [];
        function note(rule, node) {
          var text = (node && (node.outerHTML || node.textContent) || "").slice(0, 120);
          found.push(rule + ": " + text.replace(/\\s+/g, " "));
        }
        function all(selector) { return [].slice.call(document.querySelectorAll(selector)); }
        function isShown(node) {
          return node.checkVisibility({visibilityProperty: true}) &&
            node.getClientRects().length > 0;
        }
        function numbers(text) { return (text.match(/[\\d.]+/g) || []).map(Number); }
        function over(top, below) {
          var a = top.length > 3 ? top[3] : 1;
          return [0, 1, 2].map(function (i) { return top[i] * a + below[i] * (1 - a); });
        }
        // Every colour that can lie behind a text: of a gradient, each of its stops.
        function grounds(node) {
          var layers = [], base = null;
          for (; node && !base; node = node.parentElement) {
            var style = getComputedStyle(node);
            var stops = style.backgroundImage.match(/rgba?\\([^)]*\\)/g);
            if (stops) { base = stops.map(numbers); break; }
            var colour = numbers(style.backgroundColor);
            if (colour.length === 3 || colour[3] === 1) { base = [colour]; break; }
            if (colour[3] > 0) { layers.unshift(colour); }
          }
          var dark = matchMedia("(prefers-color-scheme: dark)").matches;
          base = base || [dark ? [18, 18, 18] : [255, 255, 255]];
          return base.map(function (ground) {
            return layers.reduce(function (under, layer) { return over(layer, under); }, ground);
          });
        }
        function light(colour) {
          var parts = colour.slice(0, 3).map(function (value) {
            value /= 255;
            return value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
          });
          return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
        }
        function contrast(one, other) {
          var a = light(one), b = light(other);
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        }
        function judge(node, style, what) {
          var drawn = node.namespaceURI === "http://www.w3.org/2000/svg";
          var ink = numbers(drawn ? style.fill : style.color), opacity = 1;
          for (var up = node; up; up = up.parentElement) {
            opacity *= Number(getComputedStyle(up).opacity);
          }
          ink = [ink[0], ink[1], ink[2], (ink.length > 3 ? ink[3] : 1) * opacity];
          grounds(node).forEach(function (ground) {
            var ratio = contrast(over(ink, ground), ground);
            if (ratio < 4.5) { note("contrast " + ratio.toFixed(2) + what, node); }
          });
        }
        var judged = 0;
        function texts() {
          var walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), last = null;
          while (walk.nextNode()) {
            var node = walk.currentNode.parentElement;
            if (node === last || !walk.currentNode.data.trim()) { continue; }
            if (/^(SCRIPT|STYLE|TITLE|title)$/.test(node.tagName) || !isShown(node)) { continue; }
            last = node;
            judged += 1;
            judge(node, getComputedStyle(node), "");
          }
          all("body *").filter(isShown).forEach(function (node) {
            ["::before", "::after"].forEach(function (part) {
              var style = getComputedStyle(node, part);
              if (/^".*\\S.*"$|^attr/.test(style.content)) { judge(node, style, part); }
            });
          });
          all("input[placeholder]").forEach(function (node) {
            judge(node, getComputedStyle(node, "::placeholder"), " placeholder");
          });
        }
        function headings() {
          var level = 0;
          if (all("h1").length !== 1) { note("one h1", document.querySelector("h1")); }
          all("h1, h2, h3, h4, h5, h6").forEach(function (node) {
            var own = Number(node.tagName[1]);
            if (own > level + 1) { note("heading gap", node); }
            if (!node.textContent.trim()) { note("empty heading", node); }
            level = own;
          });
        }
        var controls = "a[href], button, input, select, textarea, summary, [tabindex]";
        function names() {
          all(controls).forEach(function (node) {
            var needs = node.tagName !== "PRE";
            var name = node.getAttribute("aria-label") || node.innerText || node.textContent;
            if (needs && !(name || "").trim()) { note("no name", node); }
            if (node.closest("[aria-hidden=true]")) { note("hidden control", node); }
            if (node.tabIndex > 0) { note("tab order", node); }
          });
          all("svg").forEach(function (node) {
            if (node.getAttribute("aria-hidden") !== "true" &&
                !node.querySelector(":scope > title")) { note("no title", node); }
          });
        }
        function structure() {
          var root = document.documentElement, ids = {};
          if (!/^[a-z]{2}$/.test(root.lang)) { note("no lang", root); }
          if (!document.title.trim()) { note("no title", document.head); }
          if (all("main").length !== 1) { note("one main", document.body); }
          all("[id]").forEach(function (node) {
            if (ids[node.id]) { note("same id", node); }
            ids[node.id] = true;
          });
          all("ol > *, ul > *").forEach(function (node) {
            if (node.tagName !== "LI") { note("list", node); }
          });
          all("th").forEach(function (node) { if (!node.scope) { note("no scope", node); } });
          all("a[href^='#']").forEach(function (node) {
            if (!document.getElementById(node.getAttribute("href").slice(1))) {
              note("dead link", node);
            }
          });
          all("[src], link[href], a[href]").forEach(function (node) {
            var address = node.getAttribute("src") || node.getAttribute("href");
            if (address[0] !== "#") { note("outside", node); }
          });
        }
        function width() {
          if (root().scrollWidth > window.innerWidth) {
            note("wider than the window: " + root().scrollWidth + " of " + innerWidth, null);
            all("body *").forEach(function (node) {
              var box = node.getBoundingClientRect();
              if (box.right > innerWidth + 1 && !node.closest("pre, .way")) { note("wide", node); }
            });
          }
        }
        function root() { return document.scrollingElement; }
        function focus() {
          all(controls).filter(isShown).slice(0, 400).forEach(function (node) {
            node.focus({focusVisible: true, preventScroll: true});
            if (document.activeElement !== node) { note("no focus", node); return; }
            var style = getComputedStyle(node);
            var own = style.outlineStyle !== "auto";
            if (style.outlineStyle === "none" || own && parseFloat(style.outlineWidth) < 2) {
              note("focus unseen", node);
            }
          });
        }
        function run() {
          all("section.file").forEach(function (node) {
            node.style.contentVisibility = "visible";
          });
          all("details").forEach(function (node) { node.open = true; });
          headings(); names(); structure(); width(); focus();
          ["", "light", "dark"].forEach(function (theme) {
            if (theme) { document.documentElement.dataset.theme = theme; }
            texts();
          });
          var dark = matchMedia("(prefers-color-scheme: dark)").matches;
          var first = "judged " + (judged > 20 ? "enough" : judged) + " at " + innerWidth +
            (dark ? " dark" : " light");
          parent.postMessage([first].concat(found).join("\\n"), "*");
        }
        // The page's own script answers `toggle`, which comes a turn later.
        window.addEventListener("load", function () { setTimeout(run, 50); });
        }());
        """
}
