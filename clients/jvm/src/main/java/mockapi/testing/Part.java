package mockapi.testing;

/** What has calls: a part of a world, a world, or the server. */
abstract class Part {
    final ControlPlane plane;

    Part(ControlPlane plane) { this.plane = plane; }

    Call call(String operation, String method, String template, Object... parts) {
        return plane.call(operation, method, template, parts);
    }
}
