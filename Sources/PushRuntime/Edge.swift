/// The services that a session needs of the process and its surroundings, divided into ports with a
/// few members each.
///
/// The runtime decides and the edge acts; the program and the tests each bring their own. Code that
/// needs only one port asks for that port.
public protocol Edge: StorePort, KeptWorldPort, QueryPort, WarehousePort, NetworkPort, CryptoPort,
    FilePort, ClockPort, PatiencePort
{}
