package mockapi.testing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The document of the control plane, as the checkout has it. */
final class Document {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

    private final Map<String, Object> root;

    Document(String json) {
        root = Json.parseObject(json);
    }

    /** Where the project is, so that the server serves the documents of this checkout. */
    static String openapiFolder() {
        return System.getProperty("mockapi.root") + "/openapi";
    }

    /** Methods and path templates by operation. */
    Map<String, String> operations() {
        Map<String, String> operations = new TreeMap<>();
        map(root.get("paths")).forEach((path, item) -> map(item).forEach((method, operation) -> {
            if (METHODS.contains(method)) {
                operations.put((String) map(operation).get("operationId"), method.toUpperCase() + " " + path);
            }
        }));
        return operations;
    }

    /** The content of an operation's response or request: {@code listFaults 200}, {@code mintToken request}. */
    Object content(String operationAndStatus) {
        String[] words = operationAndStatus.split(" ");
        String[] route = operations().get(words[0]).split(" ");
        Map<String, Object> operation = map(map(map(root.get("paths")).get(route[1])).get(route[0].toLowerCase()));
        Object message = words[1].equals("request") ? operation.get("requestBody")
            : map(operation.get("responses")).get(words[1]);
        return map(map(resolved(message).get("content")).get("application/json")).get("schema");
    }

    Object schema(String name) {
        return map(map(root.get("components")).get("schemas")).get(name);
    }

    /** The names of an object's members, with those of all of whose forms it may have. */
    Map<String, Object> properties(Object schema) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.putAll(map(resolved(schema).getOrDefault("properties", Map.of())));
        for (String forms : List.of("anyOf", "oneOf", "allOf")) {
            for (Object form : (List<?>) resolved(schema).getOrDefault(forms, List.of())) {
                properties.putAll(properties(form));
            }
        }
        return properties;
    }

    /** A member of an object, and of arrays their items. */
    Object member(Object schema, String name) {
        Object member = properties(schema).get(name);
        Object items = resolved(member).get("items");
        return items == null ? member : items;
    }

    Map<String, Object> resolved(Object schema) {
        Map<String, Object> map = map(schema);
        String reference = (String) map.get("$ref");
        if (reference == null) {
            return map;
        }
        Object target = root;
        for (String name : reference.substring(2).split("/")) {
            target = map(target).get(name);
        }
        return map(target);
    }

    @SuppressWarnings("unchecked") // Objects have texts for keys.
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
