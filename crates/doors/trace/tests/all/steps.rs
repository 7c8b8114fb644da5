//! The steps as data: every real output keeps to the schema, and replaying the steps gives what the search reported.

use std::fs;
use std::path::Path;

use bestply::random_game::{EdgeSum, Numbering, RandomGame, Rules};
use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue};
use bestply_testkit::reviewable;
use bestply_trace::{MOST_STEPS, StepEvent, StepKind, Trace, base_64, html};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// A searcher of each kind, with settings under which all of its events occur.
const SEARCHERS: [&str; 30] = [
    "best-first:evaluations=60",
    "best-first:evaluations=200,leaves=3",
    "best-first:evaluations=200,bytes=2048,memory=prune",
    "best-first:evaluations=200,bytes=2048,memory=linear",
    "best-first-extension:alpha_beta_depth=2,evaluations=80",
    "recursive-best-first:evaluations=80",
    "recursive-best-first:evaluations=80,form=1992",
    "uct-best-first:scale=40000,evaluations=100",
    "uct-best-first:scale=40000,evaluations=100,table_bytes=4096",
    "uct-best-first:scale=40000,selection=softmax,evaluations=60",
    "puct-best-first:scale=40000,evaluations=100",
    "unbounded-minimax:evaluations=100",
    "unbounded-minimax:evaluations=100,transpositions=off,descent=on,completion=off",
    "monte-carlo-tree-search:scale=40000,evaluations=60",
    "alpha-beta:depth=3",
    "alpha-beta:evaluations=70,fail=soft",
    "plain-alpha-beta:depth=3",
    "principal-variation-search:evaluations=100,table_bytes=65536",
    "mtd-f:evaluations=100,table_bytes=65536",
    "alpha-beta:depth=4,singular_margin=10000,singular_reduction=1",
    "selective-alpha-beta:evaluations=200,reduction=1,internal_deepening=3",
    "minimax:depth=3",
    "sss-star:evaluations=60",
    "min-max-approximation:scale=40000,evaluations=60",
    "conspiracy-numbers:scale=40000,evaluations=60",
    "sibling-conspiracy:scale=40000,evaluations=60",
    "b-star:scale=40000,errors=5,evaluations=60",
    "meta-greedy:scale=40000,errors=5,evaluations=60",
    "randomized-best-first:scale=40000,evaluations=60",
    "bayesian:scale=40000,errors=5,evaluations=60",
];

fn repository(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(file)
}

fn random(searcher: &str, branching: usize, length: usize, seed: u64, most_steps: usize) -> Trace {
    let catalogue = Catalogue::standard();
    let rules = Rules::new(branching, length).unwrap().with_numbering(Numbering::Keyed);
    let position = AnyPosition::new(RandomGame::new(rules, seed));
    let evaluator = AnyEvaluator::new::<RandomGame, _>(EdgeSum);
    let spec = catalogue.player(searcher).unwrap();
    Trace::new(&spec, "random", (position, evaluator), most_steps).unwrap()
}

fn game(name: &str, searcher: &str) -> Trace {
    let catalogue = Catalogue::standard();
    let settings = catalogue.game_with(name, &"".parse().unwrap()).unwrap();
    let evaluation = catalogue.game_named(name).unwrap().evaluations[0];
    let venue = settings.venue(None, &[evaluation]).unwrap();
    let start = venue.start(1).0;
    let evaluator = venue.evaluator(evaluation, bestply::Position::to_move(&start));
    let spec = catalogue.player(searcher).unwrap();
    Trace::new(&spec, name, (start, evaluator), MOST_STEPS).unwrap()
}

fn data(trace: &Trace) -> Value {
    serde_json::from_str(&trace.json()).unwrap()
}

/// A checker of the part of JSON Schema that `docs/trace.schema.json` uses.
struct Schema {
    root: Value,
}

impl Schema {
    fn read() -> Schema {
        Schema {
            root: serde_json::from_str(&fs::read_to_string(repository("docs/trace.schema.json")).unwrap()).unwrap(),
        }
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let known = [
            "$schema",
            "title",
            "description",
            "$defs",
            "$ref",
            "type",
            "const",
            "enum",
            "minimum",
            "items",
            "prefixItems",
            "minItems",
            "maxItems",
            "properties",
            "required",
            "additionalProperties",
            "oneOf",
        ];
        let rules = schema.as_object().ok_or(format!("{at}: no schema"))?;
        if let Some(unknown) = rules.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(format!("the schema of {at} has `{unknown}`, which this test does not check"));
        }
        if let Some(name) = rules.get("$ref") {
            let name = name.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
            return self.check(&self.root["$defs"][name], value, at);
        }
        let is_of = |kind: &Value| match kind.as_str().unwrap() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            _ => value.is_object(),
        };
        if let Some(kind) = rules.get("type")
            && !kind.as_array().map_or_else(|| is_of(kind), |kinds| kinds.iter().any(is_of))
        {
            return Err(format!("{at} is no {kind}: {value}"));
        }
        let differs = rules.get("const").is_some_and(|only| only != value);
        let unlisted = rules.get("enum").is_some_and(|list| !list.as_array().unwrap().contains(value));
        let below = rules.get("minimum").is_some_and(|least| value.as_f64() < least.as_f64() && value.is_number());
        if differs || unlisted || below {
            return Err(format!("{at} cannot be {value}"));
        }
        if let Some(choices) = rules.get("oneOf").and_then(Value::as_array) {
            let outcomes: Vec<_> = choices.iter().map(|choice| self.check(choice, value, at)).collect();
            let fitting = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            if fitting != 1 {
                return Err(format!("{at} is {fitting} of the choices: {value}; {outcomes:?}"));
            }
        }
        match value {
            Value::Object(object) => self.check_object(rules, object, at),
            Value::Array(items) => self.check_items(rules, items, at),
            _ => Ok(()),
        }
    }

    fn check_object(&self, rules: &Map<String, Value>, object: &Map<String, Value>, at: &str) -> Result<(), String> {
        let Some(properties) = rules.get("properties").and_then(Value::as_object) else { return Ok(()) };
        assert_eq!(rules.get("additionalProperties"), Some(&Value::Bool(false)), "{at} lists all that it has");
        for (key, value) in object {
            let rule = properties.get(key).ok_or(format!("{at} has `{key}`, which the schema does not know"))?;
            self.check(rule, value, &format!("{at}.{key}"))?;
        }
        let required = rules.get("required").and_then(Value::as_array).into_iter().flatten();
        let missing = required.map(|key| key.as_str().unwrap()).find(|&key| !object.contains_key(key));
        missing.map_or(Ok(()), |key| Err(format!("{at} has no `{key}`")))
    }

    fn check_items(&self, rules: &Map<String, Value>, items: &[Value], at: &str) -> Result<(), String> {
        let limit = |name: &str| rules.get(name).and_then(Value::as_u64).map(|limit| limit as usize);
        if limit("minItems").is_some_and(|least| items.len() < least)
            || limit("maxItems").is_some_and(|most| items.len() > most)
        {
            return Err(format!("{at} has {} items", items.len()));
        }
        let first = rules.get("prefixItems").and_then(Value::as_array);
        for (place, item) in items.iter().enumerate() {
            let rule = first.and_then(|first| first.get(place)).or(rules.get("items"));
            rule.map_or(Ok(()), |rule| self.check(rule, item, &format!("{at}[{place}]")))?;
        }
        Ok(())
    }
}

#[test]
fn what_is_written_keeps_to_the_schema() {
    let schema = Schema::read();
    let mut traces: Vec<Trace> = SEARCHERS.iter().map(|searcher| random(searcher, 3, 8, 1, MOST_STEPS)).collect();
    traces.push(random("best-first:evaluations=500", 3, 100, 1, 5));
    for about in Catalogue::standard().games().filter(|about| about.name != "random") {
        traces.push(game(about.name, "best-first:evaluations=50"));
        traces.push(game(about.name, "monte-carlo-tree-search:evaluations=30"));
    }
    let mut kinds = std::collections::BTreeSet::new();
    for trace in &traces {
        let data = data(trace);
        schema
            .check(&schema.root, &data, "trace")
            .unwrap_or_else(|error| panic!("{}: {error}", trace.subject().searcher));
        for event in data["steps"].as_array().unwrap().iter().flat_map(|step| step["events"].as_array().unwrap()) {
            kinds.insert(event["event"].as_str().unwrap().to_owned());
        }
    }
    // The schema has no event that nothing tells.
    let known = schema.root["$defs"]["event"]["oneOf"].as_array().unwrap();
    let known: std::collections::BTreeSet<String> =
        known.iter().map(|event| event["properties"]["event"]["const"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds, known);
}

#[test]
fn the_schema_finds_what_is_wrong() {
    let schema = Schema::read();
    let right = data(&random("best-first:evaluations=20", 3, 8, 1, MOST_STEPS));
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut data = right.clone();
        change(&mut data);
        schema.check(&schema.root, &data, "trace").unwrap_err()
    };
    assert!(wrong(&|data| data["value"] = "4".into()).starts_with("trace.value"));
    assert!(wrong(&|data| drop(data.as_object_mut().unwrap().remove("steps"))).contains("no `steps`"));
    assert!(wrong(&|data| data["steps"][0]["extra"] = 1.into()).contains("`extra`"));
    assert!(wrong(&|data| data["steps"][0]["events"][0]["node"] = (-1).into()).contains("events[0]"));
}

/// A viewer of a few lines: values by node, from the events alone and from what follows meanwhile.
fn replay(data: &Value) -> (Vec<Value>, Vec<Value>) {
    let mut values = vec![Value::Null];
    let mut line = vec![Value::from(0)];
    for step in data["steps"].as_array().unwrap() {
        for made in step["made"].as_array().unwrap() {
            assert_eq!(made["node"], values.len());
            values.push(Value::Null);
        }
        for event in step["events"].as_array().unwrap().iter().chain(step["meanwhile"].as_array().unwrap()) {
            let sets = event.get("event").is_none_or(|kind| kind == "generated" || kind == "backed-up");
            if sets {
                values[event["node"].as_u64().unwrap() as usize] = event["value"].clone();
            }
        }
        if let Some(new) = step.get("line") {
            line.clone_from(new.as_array().unwrap());
        }
    }
    (values, line)
}

/// The index of a node among its parent's children.
fn index_of(data: &Value, node: &Value) -> Value {
    let made = data["steps"].as_array().unwrap().iter().flat_map(|step| step["made"].as_array().unwrap());
    made.into_iter().find(|made| made["node"] == *node).unwrap()["index"].clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn replayed_steps_end_in_what_was_reported(
        searcher in 0..SEARCHERS.len(), branching in 1..5_usize, length in 1..10_usize, seed in 0..1000_u64,
    ) {
        let data = data(&random(SEARCHERS[searcher], branching, length, seed, usize::MAX));
        let (values, line) = replay(&data);
        prop_assert_eq!(&values[0], &data["value"], "{}", SEARCHERS[searcher]);
        let indices: Vec<Value> = line.iter().skip(1).map(|node| index_of(&data, node)).collect();
        prop_assert_eq!(&Value::from(indices), &data["line"]);
        prop_assert_eq!(&data["all_steps"], &Value::from(data["steps"].as_array().unwrap().len()));
        let steps = data["steps"].as_array().unwrap();
        prop_assert!(steps.iter().all(|step| !step["why"].as_str().unwrap().is_empty()));
    }

    /// Who shows a sentence in other units finds each value in it, with its node.
    #[test]
    fn the_values_in_a_sentence_are_found(searcher in 0..SEARCHERS.len(), branching in 1..5_usize, seed in 0..1000_u64) {
        let trace = random(SEARCHERS[searcher], branching, 9, seed, usize::MAX);
        let mut nodes = 1;
        for step in trace.steps() {
            nodes += step.made.len();
            let letters: Vec<char> = step.why.chars().collect();
            prop_assert!(!letters.iter().any(|letter| letter.is_control()), "{}", step.why);
            prop_assert!(step.values.is_sorted_by(|one, other| one.end < other.start), "{}", step.why);
            for said in &step.values {
                let text: String = letters[said.start..said.end].iter().collect();
                prop_assert_eq!(text, said.value.to_string(), "{}", step.why);
                prop_assert!(said.node < nodes, "{}", step.why);
            }
            // Each child stands with its own value.
            if step.kind == StepKind::Expansion && SEARCHERS[searcher].starts_with("best-first:") {
                let finite = step.events.iter().filter_map(|event| match event {
                    StepEvent::Generated { node, value } => value.map(|value| (*node, value)),
                    _ => None,
                });
                for (node, value) in finite.take(12) {
                    prop_assert!(step.values.iter().any(|said| (said.node, said.value) == (node, value)), "{}", step.why);
                }
            }
        }
    }

    /// A cap changes nothing but the number of steps.
    #[test]
    fn a_cap_leaves_the_outcome(searcher in 0..SEARCHERS.len(), most in 0..20_usize, seed in 0..1000_u64) {
        let whole = data(&random(SEARCHERS[searcher], 3, 9, seed, usize::MAX));
        let capped = random(SEARCHERS[searcher], 3, 9, seed, most);
        let all = whole["steps"].as_array().unwrap().len();
        prop_assert_eq!(capped.steps().len(), most.min(all));
        prop_assert_eq!(capped.all_steps(), all);
        let data = data(&capped);
        for key in ["move", "value", "line", "expansions", "evaluations", "generations", "expanded_partially", "stop"] {
            prop_assert_eq!(&whole[key], &data[key], "{}", key);
        }
        let told = capped.text().contains("the first ") && capped.dot().contains("the first ");
        prop_assert_eq!(told, most < all);
    }
}

/// The visits that are shown meanwhile are those that the search tells at last.
#[test]
fn visits_are_counted_as_the_search_counts_them() {
    for seed in 0..20 {
        let data = data(&random("uct-best-first:scale=40000,evaluations=300", 3, 30, seed, usize::MAX));
        let mut visits = std::collections::HashMap::new();
        for step in data["steps"].as_array().unwrap() {
            for event in step["events"].as_array().unwrap().iter().filter(|event| event["event"] == "visited") {
                let told = event["visits"].as_u64().unwrap();
                let shown = visits.insert(event["node"].clone().to_string(), told).unwrap_or(0);
                assert!(shown <= told, "seed {seed}, {step}");
            }
            for meanwhile in step["meanwhile"].as_array().unwrap() {
                if let Some(shown) = meanwhile.get("visits").and_then(Value::as_u64) {
                    visits.insert(meanwhile["node"].to_string(), shown);
                }
            }
        }
        let expansions = data["steps"].as_array().unwrap().iter().filter(|step| step["kind"] == "expansion").count();
        // The last expansion may be cut short by the limit.
        assert!((expansions - 1..=expansions).contains(&(visits["0"] as usize)), "seed {seed}");
    }
}

/// Each searcher on one small tree, in text and as data, a step a line.
#[test]
fn every_searcher_on_a_small_tree() {
    let tree = fs::read(repository("crates/doors/trace/data/trees/early-return.json")).unwrap();
    let catalogue = Catalogue::standard();
    for about in catalogue.searchers() {
        let first_depth = about.first_depth.map_or_else(String::new, |key| format!(",{key}=1"));
        let scale = if about.keys.iter().any(|key| key.name == "scale") { ",scale=10" } else { "" };
        let spec = catalogue.player(&format!("{}:evaluations=7{first_depth}{scale}", about.name)).unwrap();
        let trace = Trace::of_tree_json(&spec, &tree, "early-return.json", MOST_STEPS).unwrap();
        let json = trace.json();
        let lines = json.replace(",\"searcher\"", ",\n\"searcher\"").replace("{\"step\"", "\n  {\"step\"");
        // Lines that fit a reader's screen.
        let lines = lines.replace(",\"made\":", ",\n    \"made\":").replace(",\"events\":", ",\n    \"events\":");
        let lines = lines.replace(",\"meanwhile\":", ",\n    \"meanwhile\":").replace(",\"why\":", ",\n    \"why\":");
        let lines = lines.replace("},{\"event\"", "},\n      {\"event\"").replace("},{\"node\"", "},\n      {\"node\"");
        let lines = lines.replace(". ", ".\n     ").replace(",\"most_steps\"", ",\n\"most_steps\"");
        let lines = lines.replace(",\"game\"", ",\n\"game\"").replace(",\"root\"", ",\n\"root\"");
        let lines = lines.replace("\"expansions\"", "\n\"expansions\"").replace(", \"stop\"", ",\n\"stop\"");
        insta::assert_snapshot!(about.name, reviewable(&format!("{}\n{lines}", trace.text())));
    }
}

/// Nothing in a page can end its script, and a page needs nothing from elsewhere.
#[test]
fn a_page_is_one_file() {
    let one = game("othello", "uct-best-first:evaluations=100");
    let other = game("othello", "principal-variation-search:evaluations=100");
    let page = html(&[one, other]);
    // The searches, their trees, and the script.
    assert_eq!(page.matches("</script>").count(), 3);
    // A browser runs that script and takes that style alone, and knows both by what they are.
    for (name, begin, end) in [("script", "<script type=\"module\">", "</script>"), ("style", "<style>", "</style>")] {
        let (_, rest) = page.split_once(begin).unwrap();
        let (text, _) = rest.split_once(end).unwrap();
        let hash = base_64(&hmac_sha256::Hash::hash(text.as_bytes()));
        assert!(page.contains(&format!("; {name}-src 'sha256-{hash}'; ")), "{name}");
    }
    assert!(page.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "));
    // Comments of the scripts import types, and only styles import files.
    for address in ["http:", "https:", "src=", "@import \"", "@import '", "url("] {
        let found = page.replace("http://www.w3.org/2000/svg", "").matches(address).count();
        assert_eq!(found, 0, "{address}");
    }
}

/// The tutorial's table of what is expanded, and which move is played.
#[test]
fn the_tutorial_says_in_which_order_the_relatives_expand() {
    let catalogue = Catalogue::standard();
    let page = fs::read_to_string(repository("docs/tutorial-relatives.md")).unwrap();
    let tree = repository("crates/doors/trace/data/trees/one-tree.json");
    let named = page.lines().filter_map(|line| line.trim().strip_prefix("--searcher "));
    let specs = Vec::from_iter(named.map(|spec| spec.trim_end_matches(['\\', ' '])));
    assert_eq!(specs.len(), 8);
    for spec in specs {
        let searcher = catalogue.player(spec).unwrap();
        let bytes = fs::read(&tree).unwrap();
        let trace = Trace::of_tree_json(&searcher, &bytes, &tree, MOST_STEPS).unwrap();
        let expansions = data(&trace)["expansions"].clone();
        let name = |path: &Value| match path.as_array().unwrap().as_slice() {
            [] => "root".to_owned(),
            path => path.iter().map(Value::to_string).collect::<Vec<_>>().join("/"),
        };
        let order = Vec::from_iter(expansions.as_array().unwrap().iter().map(name));
        let row = format!("| {} | {} |", order.join(", "), trace.outcome().best_move.unwrap());
        assert!(page.contains(&row), "{spec}: {row}");
    }
}
