/// The page's script: it adds filter, keys, theme, language and the phone before a step.
enum ReportScript {
    /// The script's text, which must not be followed by unescaped markup.
    static let text = """
        (function () {
        "use strict";
        var root = document.documentElement, tools = document.getElementById("tools");
        var tests = [].slice.call(document.querySelectorAll("details.test")), place = -1;
        var keys = {};
        tools.textContent = "";
        function button(en, ja, key, act) {
          var b = document.createElement("button");
          b.type = "button";
          b.innerHTML = "<span></span><kbd></kbd>";
          b.children[0].textContent = en; b.children[0].dataset.ja = ja;
          b.children[1].textContent = key; b.setAttribute("aria-keyshortcuts", key);
          keys[key] = b;
          b.addEventListener("click", act);
          tools.appendChild(b);
          return b;
        }
        var search = document.createElement("input");
        search.type = "search"; search.placeholder = "filter ( / )";
        search.setAttribute("aria-keyshortcuts", "/");
        search.setAttribute("aria-label", "filter tests by title, file or tag");
        var told = document.createElement("output");
        if (tests.length) { tools.appendChild(search); }
        var onlyFailed = false;
        function filter() {
          var word = search.value.toLowerCase();
          tests.forEach(function (test) {
            var text = test.querySelector("summary").textContent.toLowerCase();
            test.hidden = text.indexOf(word) < 0 ||
              (onlyFailed && !test.classList.contains("failed"));
          });
          document.querySelectorAll("section.file").forEach(function (file) {
            file.hidden = !file.querySelector("details.test:not([hidden])");
          });
          var left = tests.filter(function (t) { return !t.hidden; }).length;
          told.textContent = left === tests.length ? "" : left + " / " + tests.length;
        }
        search.addEventListener("input", filter);
        var failedButton = null;
        if (document.querySelector("details.failed")) {
          failedButton = button("only failures", "失敗のみ", "f", function () {
            onlyFailed = !onlyFailed;
            failedButton.setAttribute("aria-pressed", String(onlyFailed));
            filter();
          });
          failedButton.setAttribute("aria-pressed", "false");
        }
        function fold(all) {
          var open = all.some(function (t) { return !t.open; });
          all.forEach(function (t) { t.open = open; });
        }
        button("open all", "すべて開く", "o", function () {
          fold(tests.length ? tests.filter(function (t) { return !t.hidden; })
            : [].slice.call(document.querySelectorAll(".step > details")));
        });
        button("dark or light", "明暗", "t", function () {
          var dark = root.dataset.theme ? root.dataset.theme === "dark"
            : matchMedia("(prefers-color-scheme: dark)").matches;
          root.dataset.theme = dark ? "light" : "dark";
        });
        var states = {ok: "正常", broken: "途絶", quiet: "表示なし", pending: "待機中", skipped: "対象外"};
        function translate(place) {
          var ja = root.lang === "ja";
          [].forEach.call(place.querySelectorAll("b.state"), function (node) {
            var own = node.className.split(" ")[1];
            node.textContent = ja ? states[own] || own : own;
          });
          [].forEach.call(place.querySelectorAll("[data-ja]"), function (node) {
            if (!node.dataset.en) { node.dataset.en = node.textContent; }
            node.textContent = ja ? node.dataset.ja : node.dataset.en;
          });
        }
        function fill(test) {
          var late = test.querySelector(":scope > noscript");
          if (!late) { return; }
          test.querySelector(":scope > .late").remove();
          var made = document.createElement("template");
          made.innerHTML = late.textContent;
          if (root.lang === "ja") { translate(made.content); }
          late.replaceWith(made.content);
        }
        function speak(ja) {
          root.lang = ja ? "ja" : "en";
          translate(document);
          keys.l.firstChild.lang = ja ? "en" : "ja";
        }
        button("日本語", "English", "l", function () { speak(root.lang !== "ja"); });
        keys.l.firstChild.lang = "ja";
        tools.appendChild(told);
        // The page is in English: put into English again, a long one would open later.
        if (/^ja/.test(navigator.language || "")) { speak(true); }
        function step(by) {
          var shown = tests.filter(function (t) { return !t.hidden; });
          if (!shown.length) { return; }
          var at = place < 0 ? -1 : shown.indexOf(tests[place]);
          at = Math.max(0, Math.min(shown.length - 1, at + by));
          place = tests.indexOf(shown[at]);
          shown[at].querySelector("summary").focus();
          shown[at].scrollIntoView({block: "nearest"});
        }
        document.addEventListener("keydown", function (event) {
          if (event.ctrlKey || event.metaKey || event.altKey) { return; }
          if (event.target === search) {
            if (event.key === "Escape") { search.value = ""; filter(); search.blur(); }
            return;
          }
          var act = {j: function () { step(1); }, k: function () { step(-1); },
            "/": function () { search.focus(); }}[event.key];
          if (!act && keys[event.key]) { act = function () { keys[event.key].click(); }; }
          if (act) { event.preventDefault(); act(); }
        });
        document.addEventListener("toggle", function (event) {
          if (event.target.open) { fill(event.target); }
          var item = event.target.parentNode;
          if (!event.target.open || !item.classList.contains("step")) { return; }
          var after = event.target.querySelector(":scope > figure.phone");
          if (!after || after.previousElementSibling &&
              after.previousElementSibling.classList.contains("before")) { return; }
          var all = [].slice.call(item.closest(".test").querySelectorAll(
            "figure.phone:not(.before):not(.later)"));
          var old = all[all.indexOf(after) - 1];
          if (!old) { return; }
          var copy = old.cloneNode(true);
          copy.classList.add("before");
          var when = copy.querySelector(".when > span");
          when.dataset.en = "Before"; when.dataset.ja = "実行前";
          when.textContent = when.dataset[root.lang];
          after.parentNode.insertBefore(copy, after);
        }, true);
        window.addEventListener("beforeprint", function () { tests.forEach(fill); });
        function open() {
          var name = location.hash.slice(1);
          var test = name && document.getElementById(name.split("-")[0]);
          if (test) { fill(test); }
          var target = name && document.getElementById(name);
          for (var node = target; node; node = node.parentElement) {
            if (node.tagName === "DETAILS") { node.open = true; }
          }
          if (target) {
            var own = target.querySelector(":scope > details");
            if (own) { own.open = true; }
            target.scrollIntoView({block: "nearest"});
          }
        }
        window.addEventListener("hashchange", open);
        open();
        }());
        """
}
